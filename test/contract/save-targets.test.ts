/** Where files may be saved: anywhere but over the program's own. */
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDownloads } from '#main/browser/downloads.ts';
import type { SaveTarget } from '#main/core/core.ts';
import { openTempFolder, sweepExports } from '#main/core/export/temp-folder.ts';
import { createSaveAs } from '#main/core/save-as.ts';
import { askIn, paperKeychain, question, startTestCore } from '#test/support/core.ts';
import { mintExportId, save } from '#test/support/saving.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import { testFolder } from '#test/support/store/runs.ts';

const at = (path: string): SaveTarget => ({
  path,
  finish: async () => ({ name: basename(path), download: null }),
});

/** A core with a run, whose person chooses `target`. */
async function opened() {
  const server = await startSecondServer({ pageSize: 5, totalRows: 12 });
  const choice = { target: '' };
  const { address: serviceAddress, accessKey } = server;
  const test = await startTestCore({
    serviceAddress,
    accessKey,
    secrets: paperKeychain(),
    chooseSaveTarget: async () => at(choice.target),
  });
  onTestFinished(async () => {
    await test.close();
    await server.close();
  });
  const run = await askIn(test, question('microblog.posts.search', { q: 'sea' }));
  return { test, choice, run, dataDir: test.dataDir };
}

/** Every file in a folder, with its checksum; sockets and what is temporary left out. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes(join(folder, 'tmp')))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

const refusal = {
  ok: false,
  error: {
    code: 'invalid_input',
    title: 'The program keeps its own files in this folder, and they could be overwritten.',
  },
};

describe('[41] nothing is saved over the program’s own files', () => {
  it('whatever is saved', async () => {
    const { test, choice, run, dataDir } = await opened();
    const { recipe } = await test.value('recipe.fromRun', { runId: run.id });
    await test.value('recipe.save', { id: 'recipe-kept-1', recipe });
    await test.value('pseudonyms.useSecret', { secret: 'x'.repeat(43), replace: true });
    const { id } = await test.value('support.preview', { withQuestions: false });
    const spec = { runIds: [run.id] };
    const picture = { format: 'svg', text: '<svg />' } as const;
    const saves: Record<string, () => Promise<unknown>> = {
      rows: () =>
        test.call('export.start', {
          exportId: mintExportId(),
          spec: { ...spec, format: { kind: 'csv' } },
        }),
      dataset: () =>
        test.call('export.start', {
          exportId: mintExportId(),
          spec: { ...spec, format: { kind: 'dataset' } },
        }),
      picture: () =>
        test.call('file.save', { file: { of: 'picture', runId: run.id, name: 'Top', picture } }),
      recipe: () => test.call('file.save', { file: { of: 'recipe', id: 'recipe-kept-1' } }),
      profile: () => test.call('file.save', { file: { of: 'corrections' } }),
      secret: () => test.call('file.save', { file: { of: 'secret' } }),
      calls: () => test.call('file.save', { file: { of: 'calls' } }),
      bundle: () => test.call('file.save', { file: { of: 'support', id } }),
    };
    for (const target of ['ledger.jsonl', `runs/${run.id}/pages.jsonl`, 'new.csv', '.']) {
      choice.target = join(dataDir, target);
      for (const [what, start] of Object.entries(saves)) {
        const before = filesIn(dataDir);
        expect(await start(), `${what} at ${target}`).toMatchObject(refusal);
        expect(filesIn(dataDir)).toEqual(before);
      }
    }
    choice.target = join(testFolder(), 'fine');
    for (const [what, start] of Object.entries(saves)) {
      expect(await start(), what).toMatchObject({ ok: true });
    }
  });

  it('by whatever way a folder of ours is named, and whichever it is', async () => {
    const { test, choice, run, dataDir } = await opened();
    const outside = testFolder();
    symlinkSync(join(dataDir, 'ledger.jsonl'), join(outside, 'posts.csv'));
    symlinkSync(join(dataDir, 'runs'), join(outside, 'folder'));
    expect(await test.value('project.create', { title: 'Other' })).toEqual({ kind: 'opened' });
    const other = join(`${dataDir}-projects`, 'Other');
    const given = join(outside, 'given');
    mkdirSync(given);
    for (const name of ['project.json', 'settings.json']) writeFileSync(join(given, name), '{}');
    const save1 = async (target: string): Promise<unknown> => {
      choice.target = target;
      return test.call('file.save', { file: { of: 'corrections' } });
    };
    for (const target of [
      join(dataDir, 'settings.json'),
      join(other, 'settings.json'),
      join(other, 'tmp', 'a', 'b.csv'),
      join(given, 'project.json'),
      join(outside, 'posts.csv'),
      join(outside, 'folder', 'posts.csv'),
      join(outside, 'folder', run.id, 'pages.jsonl'),
      `${outside}/folder/../ledger.jsonl`,
      `${other}/../Other/settings.json`,
    ]) {
      expect(await save1(target), target).toMatchObject(refusal);
    }
    // Beside them is fine, and so is a link to a file of the person's: it stays one.
    writeFileSync(join(outside, 'real.json'), 'old');
    symlinkSync('real.json', join(outside, 'link.json'));
    for (const name of ['link.json', 'new.json']) {
      expect(await save1(join(outside, name))).toMatchObject({ ok: true });
      expect(readFileSync(join(outside, name), 'utf8')).toContain('service-profile');
    }
    expect(lstatSync(join(outside, 'link.json')).isSymbolicLink()).toBe(true);
    expect(await save1(`${dataDir}.json`)).toMatchObject({ ok: true });
  });

  it('nor through a link in place of a file beside the one that was chosen', async () => {
    const { test, choice, run, dataDir } = await opened();
    const outside = testFolder();
    const ledger = readFileSync(join(dataDir, 'ledger.jsonl'));
    for (const ending of ['methods.md', 'methods.json']) {
      symlinkSync(join(dataDir, 'ledger.jsonl'), join(outside, `posts.csv.${ending}`));
    }
    choice.target = join(outside, 'posts.csv');
    await save(test, { runIds: [run.id], format: { kind: 'csv' }, methods: true });
    expect(readFileSync(join(dataDir, 'ledger.jsonl')).equals(ledger)).toBe(true);
    expect(readFileSync(join(outside, 'posts.csv.methods.json'), 'utf8')).toContain('runs');
  });

  it('and yet a browser gets its downloads, which wait in the data folder itself', async () => {
    const server = await startSecondServer({ pageSize: 5, totalRows: 12 });
    const dataDir = join(testFolder(), 'data');
    const downloads = createDownloads(() => dataDir);
    const { address: serviceAddress, accessKey } = server;
    const test = await startTestCore({
      dataDir,
      serviceAddress,
      accessKey,
      chooseSaveTarget: (name, kind) => downloads.chooseSaveTarget(name, kind),
    });
    onTestFinished(async () => {
      await test.close();
      await server.close();
    });
    const run = await askIn(test, question('microblog.posts.search', { q: 'sea' }));
    const { download } = await save(test, { runIds: [run.id], format: { kind: 'csv' } });
    const found = await downloads.take(download?.split('/').at(-1) ?? '');
    expect(await new Response(found?.body).text()).toContain('createdAt');
    const bundle = await test.value('support.preview', { withQuestions: false });
    expect(await test.value('file.save', { file: { of: 'support', id: bundle.id } })).toMatchObject(
      { kind: 'saved' },
    );
  });
});

it('[41] what a killed program left beside a file is gone after the next start', async () => {
  const [dataFolder, outside] = [testFolder(), testFolder()];
  const parts = (): string[] => readdirSync(outside).filter((name) => name.endsWith('.part'));
  const saveAs = createSaveAs({
    chooseSaveTarget: async () => at(join(outside, 'file.txt')),
    dataFolder,
    report: (error) => {
      throw error;
    },
  });
  // As after a kill: what was noted, and half a file.
  let noted = '';
  await saveAs({
    name: 'file.txt',
    content: (async function* content() {
      yield Buffer.from('half');
      const [id = ''] = readdirSync(join(dataFolder, 'tmp', 'exports'));
      noted = readFileSync(join(dataFolder, 'tmp', 'exports', id, 'part.txt'), 'utf8');
      expect(basename(noted)).toBe(parts()[0]);
    })(),
  });
  expect([readdirSync(outside), readdirSync(join(dataFolder, 'tmp', 'exports'))]).toEqual([
    ['file.txt'],
    [],
  ]);
  writeFileSync(noted, 'half');
  await openTempFolder(dataFolder, 'killed').note(noted);
  await sweepExports(dataFolder);
  expect(readdirSync(outside)).toEqual(['file.txt']);
});
