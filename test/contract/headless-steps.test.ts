/**
 * Recipes with steps without a window: steps follow one another within one number of calls, and the same
 * command continues where they ended. Of one question: `headless.test.ts`.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { SecretStore } from '#main/core/credentials/secret-stores.ts';
import { paperKeychain, startTestCore } from '#test/support/core.ts';
import {
  eachTestHasFolder,
  files,
  folder,
  key,
  recipe,
  run,
  service,
  steps,
  writeRecipe,
  written,
} from '#test/support/headless.ts';
import type { Summary } from '#test/support/headless.ts';
import { moveDate } from '#test/support/fixed-date.mjs';
import { names } from '#test/support/lists/ask-list.ts';
import { readZip } from '#test/support/read-zip.ts';

eachTestHasFolder();

it('0, 3: steps follow one another without a pause, within one number of calls, and continue', async () => {
  writeRecipe(steps(2));
  const inputs = names('user', 3);
  const dry = await run(inputs, ['--dry-run'], { accessKey: '' });
  expect(dry).toMatchObject({
    exit: 0,
    calls: { least: 3, most: 3 * 2 + 2 },
    steps: [
      { inputs: 3, calls: { least: 3, most: 6 } },
      { inputs: 2, calls: { least: 0, most: 2 } },
    ],
  });
  expect(service.asked).toEqual([]);

  const capped = await run(inputs, ['--max-calls', '7']);
  expect(capped).toMatchObject({ exit: 3, calls: 7, why: expect.stringContaining('max-calls') });
  const all = [...inputs.flatMap((name) => [name, name]), 'user-1', 'user-2'];
  expect(service.asked).toEqual(all.slice(0, 7));
  expect(await run(inputs, ['--dry-run'])).toMatchObject({
    inputs: 0,
    steps: [{ inputs: 0 }, { inputs: 1, calls: { least: 1, most: 1 } }],
    calls: { least: 1, most: 1, never: 93 },
    before: 7,
  });
  expect(await run(inputs)).toMatchObject({
    exit: 0,
    calls: 8,
    runId: capped['runId'],
    steps: [
      { rows: 18, calls: 6 },
      { found: 3, inputs: 2, calls: 2 },
    ],
  });
  expect(service.asked).toEqual(all);
  const before = Object.keys(files());
  expect(before.filter((name) => name.endsWith('.csv'))).toHaveLength(4);
  expect(await run(inputs)).toMatchObject({ exit: 0, calls: 8 });
  expect(service.asked).toEqual(all);
  expect(Object.keys(files())).toEqual(before);

  // Not mixed with what the label began with.
  expect(await run([...inputs, 'user-9'])).toMatchObject({ exit: 2 });
});

it('0: the media of a step are saved while the next one asks, since their links don’t wait', async () => {
  writeRecipe(steps(2));
  const inputs = names('pictured', 2);
  let early = 0;
  service.before = async () => {
    for (let wait = 0; service.asked.length === 5 && wait < 300; wait += 1) {
      early = service.pictures.length;
      if (early === 6) return;
      await sleep(10);
    }
  };
  const media = ['--media', join(folder, 'pictures')];
  expect(await run(inputs, media)).toMatchObject({ exit: 0, calls: 6 });
  expect(early).toBe(6);
  const [first = '', second] = readdirSync(join(folder, 'pictures')).toSorted();
  expect([first, second]).toEqual([
    expect.stringMatching(/_step-1_/),
    expect.stringMatching(/_step-2_/),
  ]);
  expect(readdirSync(join(folder, 'pictures', first))).toContain('media.csv');
});

it('0, 2: of steps that are done nothing is sent again, nor with other pages, and a dry run says so', async () => {
  writeRecipe(steps(2));
  const inputs = names('user', 3);
  const capped = await run(inputs, ['--pages', '1', '--max-calls', '2']);
  expect(capped).toMatchObject({ exit: 3, calls: 2 });
  expect(await run(inputs, ['--pages', '1', '--dry-run'])).toMatchObject({
    steps: [
      { inputs: 1, calls: { least: 1, most: 1 } },
      { inputs: 2, calls: { least: 0, most: 2 } },
    ],
    calls: { least: 1, most: 3, never: 98 },
    before: 2,
  });
  expect(await run(inputs, ['--pages', '1'])).toMatchObject({ exit: 0, calls: 5 });
  // The id is the same without a key, however the address is written.
  const dry = ['--pages', '1', '--dry-run', '--service', `${service.address}/`];
  expect(await run(inputs, dry, { accessKey: '' })).toMatchObject({
    exit: 0,
    runId: capped['runId'],
    inputs: 0,
    calls: { least: 0, most: 0, never: 95 },
    before: 5,
  });
  for (const more of [[], ['--dry-run']]) {
    const why: unknown = expect.stringContaining('Choose another label');
    expect(await run(inputs, ['--pages', '2', ...more])).toMatchObject({ exit: 2, why });
  }
  expect(service.asked).toHaveLength(5);
  const [since, until] = [
    ['--set', '1.since=2026-01-01'],
    ['--set', '1.until=2026-02-01'],
  ];
  const dated = await run(inputs, ['--label', 'dated', ...since, ...until]);
  const again = await run(inputs, ['--label', 'dated', ...until, ...since]);
  expect([again['runId'], again['calls']]).toEqual([dated['runId'], dated['calls']]);
  expect(service.asked).toHaveLength(5 + Number(dated['calls']));
});

it('2: what can’t be saved is not asked: steps as a network, or again what a dataset has', async () => {
  writeRecipe(steps(1));
  for (const more of [[], ['--dry-run']]) {
    const why: unknown = expect.stringContaining('can’t be saved as a network');
    expect(await run(['user-1'], ['--format', 'gexf', ...more])).toMatchObject({ exit: 2, why });
  }
  for (const text of [steps(1), recipe()]) {
    writeRecipe(text);
    const more = ['--format', 'dataset', '--label', text === recipe() ? 'one' : 'two'];
    expect(await run(['user-1'], more)).toMatchObject({ exit: 0 });
    const sent = service.asked.length;
    const elsewhere = [...more, '--data-dir', join(folder, 'elsewhere')];
    const why: unknown = expect.stringContaining('already has');
    expect(await run(['user-1'], elsewhere)).toMatchObject({ exit: 2, why });
    expect(service.asked).toHaveLength(sent);
  }
});

it.each([
  ['a date that doesn’t exist', { since: '2026-13-01' }, /Posts.*: There is no such day/],
  [
    'an end before its beginning',
    { since: '2026-02-01', until: '2026-01-01' },
    /must not be before/,
  ],
])('2: %s in a step is found by a dry run, and nothing is called', async (_, values, words) => {
  writeRecipe(steps(1).replace('microblog.users.get', 'microblog.posts.by-user'));
  for (const step of [1, 2]) {
    const set = Object.entries(values).flatMap(([name, value]) => [
      '--set',
      `${step}.${name}=${value}`,
    ]);
    for (const more of [set, [...set, '--dry-run']]) {
      const why: unknown = expect.stringMatching(words);
      expect(await run(['user-1'], more)).toMatchObject({ exit: 2, why });
    }
  }
  expect(service.asked).toEqual([]);
});

it('75, then 0: a step that five failures stopped asks them again, once, before the next step', async () => {
  writeRecipe(steps(1));
  service.failsFor = 3;
  const inputs = ['user-1', ...names('flaky', 6)];
  const stopped = await run(inputs);
  const why: unknown = expect.stringMatching(/Five inputs.*503/);
  expect(stopped).toMatchObject({ exit: 75, cause: 'service_error', why, calls: 2 + 5 * 3 });
  // One is waiting, and five failed.
  const dry = await run(inputs, ['--dry-run']);
  expect(dry).toMatchObject({ steps: [{ inputs: 6, calls: { least: 6, most: 12 } }, {}] });
  // The last one fails now, and is asked again with the others.
  const again = names('flaky', 6).flatMap((name) => [name, name]);
  expect(await run(inputs)).toMatchObject({ exit: 0, steps: [{ rows: 7 * 6 }, { inputs: 1 }] });
  expect(service.asked.slice(17)).toEqual([
    ...again.slice(-1),
    ...again.slice(-2),
    ...again,
    'user-1',
  ]);
});

it('3: a step whose inputs fail again is left behind, however many they are', async () => {
  writeRecipe(steps(1));
  const inputs = ['user-1', ...names('down', 7)];
  expect(await run(inputs)).toMatchObject({ exit: 75, calls: 2 + 5 * 3 });
  const ended = await run(inputs);
  expect(ended).toMatchObject({ exit: 3, steps: [{ statuses: { failed: 7 } }, { rows: 3 }] });
  expect(service.asked.slice(17)).toHaveLength(2 * 3 + 5 * 3 + 1);
});

it('2, 0: steps whose card was removed are neither mixed with other inputs nor paid for again', async () => {
  writeRecipe(steps(3));
  const more = ['--format', 'dataset'];
  expect(await run(names('user', 2), more)).toMatchObject({ exit: 0, calls: 6 });
  const dataDir = join(folder, 'data');
  const core = await startTestCore({ dataDir, serviceAddress: service.address, accessKey: key });
  const { runs } = await core.value('recipe.list', {});
  await core.value('recipe.forget', { id: runs[0]!.id });
  await core.close();
  const why: unknown = expect.stringContaining('The inputs have changed');
  expect(await run(['user-8', 'user-9'], more)).toMatchObject({ exit: 2, why });
  // The dataset has them from this data folder.
  expect(await run(names('user', 2), more)).toMatchObject({ exit: 0, calls: 6 });
  expect(service.asked).toHaveLength(6);
});

it('3, 0: days that are counted back are those of its first start, also when its card was removed', async () => {
  writeRecipe(steps(3));
  const more = ['--set', '1.since=6 days ago', '--set', '1.until=yesterday'];
  const [dry, capped] = [
    await run(names('user', 2), [...more, '--dry-run']),
    await run(names('user', 2), [...more, '--max-calls', '1']),
  ];
  expect(dry['requests']).toContainEqual(
    expect.stringMatching(/since=2026-11-12.*until=2026-11-17/),
  );
  expect(capped).toMatchObject({ exit: 3, calls: 1 });
  moveDate(1);
  expect(await run(names('user', 2), [...more, '--max-calls', '2'])).toMatchObject({ calls: 2 });
  const at = { dataDir: join(folder, 'data'), serviceAddress: service.address, accessKey: key };
  const core = await startTestCore(at);
  const [known] = (await core.value('recipe.list', {})).runs;
  const days = { since: '2026-11-12', until: '2026-11-17' };
  const { run: first } = await core.value('run.open', { runId: known!.steps[0]!.runId });
  expect([known?.recipe.steps[0]?.query.values, first.query.values]).toEqual([days, days]);
  await core.value('recipe.forget', { id: known!.id });
  await core.close();
  expect(await run(names('user', 2), more)).toMatchObject({ exit: 0 });
});

it('2: a key that the keychain no longer gives is said to be unreadable, and nothing is called', async () => {
  writeRecipe(steps(1));
  const keychain = paperKeychain();
  const { address } = service;
  const core = await startTestCore({ dataDir: join(folder, 'data'), secrets: keychain });
  await core.value('service.choose', { kind: 'address', address });
  await core.value('credential.add', { value: key });
  await core.close();
  // The list of keys can still be read.
  const get: SecretStore['get'] = async (account) => {
    if (account.startsWith('key ')) throw new Error('The keychain is locked.');
    return keychain.get(account);
  };
  const locked = { accessKey: '', keychain: { ...keychain, get } };
  const why: unknown = expect.stringContaining('can’t be read');
  expect(await run(['user-1'], [], locked)).toMatchObject({ exit: 2, why, calls: 0 });
  expect(service.asked).toEqual([]);
});

it('4: credits that end in a later step are not hidden by what an earlier one lacks', async () => {
  writeRecipe(steps(3));
  service.credits = 5;
  const why: unknown = expect.stringContaining('plan’s limit');
  expect(await run(['user-1', 'user-2', 'bad-1'])).toMatchObject({
    exit: 4,
    cause: 'plan_limit',
    why,
  });
});

it('3: inputs that failed are asked again as long as the next step has not begun', async () => {
  writeRecipe(steps(2));
  service.failsFor = 3;
  const inputs = ['user-1', 'flaky-1'];
  const capped = await run(inputs, ['--max-calls', '5']);
  expect(capped).toMatchObject({ exit: 3, calls: 5, why: expect.stringContaining('5 calls') });
  expect(await run(inputs)).toMatchObject({ exit: 0, steps: [{ rows: 12 }, { inputs: 2 }] });
});

it.each(['list', 'steps'])(
  '130: %s stopped before anything was asked sends nothing more',
  async (what) => {
    if (what === 'steps') writeRecipe(steps(1));
    service.pauseMs = 400;
    for (const ticks of [1, 4, 12]) {
      service.asked.length = 0;
      const stop = new AbortController();
      const after = (left: number): void =>
        left === 0 ? stop.abort('SIGINT') : void setImmediate(() => after(left - 1));
      const push = written.push.bind(written);
      written.push = (...lines) => {
        if (lines.some((line) => line.includes('"event":"start"'))) after(ticks);
        return push(...lines);
      };
      const label = ['--label', `stop-${ticks}`];
      expect(await run(names('user', 12), label, { stop: stop.signal })).toMatchObject({
        exit: 130,
      });
      expect(service.asked.length).toBeLessThan(3);
      written.push = push;
    }
  },
);

it('1: steps end when the disk refuses to record them, and the same command continues', async () => {
  writeRecipe(steps(2));
  const inputs = [...names('user', 3), 'two words'];
  const records = join(folder, 'data', 'recipes', 'runs');
  service.before = () => {
    if (service.asked.length > 1) return;
    renameSync(records, `${records}-kept`);
    writeFileSync(records, '');
  };
  const why: unknown = expect.stringContaining('could not be saved');
  expect(await run(inputs)).toMatchObject({ exit: 1, why, calls: 6 });
  rmSync(records);
  renameSync(`${records}-kept`, records);
  expect(await run(inputs)).toMatchObject({
    exit: 3,
    calls: 8,
    steps: [{ rows: 18 }, { rows: 6 }],
  });
  expect(service.asked).toHaveLength(8);
});

it('3: is not complete without the rows of a step that was deleted', async () => {
  writeRecipe(steps(2));
  const inputs = names('user', 3);
  const done = await run(inputs);
  expect(done).toMatchObject({ exit: 0 });
  const asked = service.asked.length;
  const core = await startTestCore({
    dataDir: join(folder, 'data'),
    serviceAddress: service.address,
    accessKey: 'key-12345678',
  });
  await core.value('history.remove', { runIds: [`${String(done['runId'])}-2`] });
  await core.close();
  rmSync(join(folder, 'out'), { recursive: true });
  const again = await run(inputs);
  expect(service.asked).toHaveLength(asked);
  expect(again.exit).not.toBe(0);
});

/** The name of the only file that was written. */
const archiveOf = ({ files: saved }: Summary): string => (saved as [{ name: string }])[0].name;

it('--archive: one file with all steps, whose recipe the command takes again with the inputs in it', async () => {
  writeRecipe(steps(2));
  const inputs = names('user', 3);
  const done = await run(inputs, ['--archive', '--format', 'jsonl']);
  expect(done).toMatchObject({
    exit: 0,
    files: [{ name: expect.stringMatching(/^monday_.*\.zip$/) }],
  });
  expect(Object.keys(files())).toEqual([archiveOf(done)]);
  const unzip = (summary: Summary) =>
    readZip(readFileSync(join(folder, 'out', archiveOf(summary))));
  const made = unzip(done);
  const sheet = [...made.keys()].find((name) => name.endsWith('.methods.json'))!;
  writeRecipe(String(made.get(sheet)));
  const sent = [...service.asked];
  const elsewhere = ['--data-dir', join(folder, 'elsewhere'), '--label', 'again', '--archive'];
  const again = await run(null, [...elsewhere, '--format', 'jsonl']);
  expect(again).toMatchObject({ exit: 0 });
  expect(service.asked.slice(sent.length)).toEqual(sent);
  const copy = unzip(again);
  for (const [name, bytes] of made)
    if (name.endsWith('.jsonl')) expect(copy.get(name)).toEqual(bytes);

  const who = ['--label', 'who', '--archive', '--pseudonyms', 'people+ids'];
  const replaced = unzip(await run(inputs, who));
  expect([...replaced.values()].join('\n')).not.toMatch(/user-\d/);
});

it('2: --archive is for steps with a table each, and nothing is called before that is said', async () => {
  writeRecipe(steps(2));
  for (const [flags, why] of [
    [['--archive', '--format', 'dataset'], /can’t be saved together/],
    [['--archive', '--format', 'raw', '--pseudonyms', 'people'], /raw pages/],
    [['--pseudonyms', 'people'], /needs --archive/],
    [['--archive', '--pseudonyms', 'everyone'], /takes one of people, people\+ids/],
  ] as const) {
    expect(await run(['user-1'], flags)).toMatchObject({
      exit: 2,
      why: expect.stringMatching(why),
    });
  }
  writeRecipe(recipe());
  expect(await run(['user-1'], ['--archive'])).toMatchObject({ exit: 2 });
  expect(service.asked).toEqual([]);
});
