/** Every method: junk is refused with a code, what fits is answered in the promised shape. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { methods } from '#shared/contract/methods.ts';
import type { MethodName } from '#shared/contract/methods.ts';
import { problemCodes } from '#shared/contract/problem.ts';
import { mintRunId, parseAnswer, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { methodExamples } from '#test/support/method-examples.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { count } from '#test/support/thorough.ts';
import { waysIn } from '#test/support/ways-in.ts';

const names = Object.keys(methods) as MethodName[];
const numRuns = count(10, 60);
const namesIn = (text: string): MethodName[] =>
  text.split(/\s+/).flatMap((word) => names.filter((name) => name === word));

/** JSON as it may come over HTTP, with the keys that trip careless code. */
const json = fc.jsonValue({ maxDepth: 3 });
const awkwardKey = fc.constantFrom('__proto__', 'constructor', 'toString', 'runId', 'query', 'x');

/** A good input with one member replaced, added or taken away. */
function bent(good: object): fc.Arbitrary<unknown> {
  const members = Object.entries(good);
  const keys = members.map(([name]) => name);
  const anyKey = keys.length === 0 ? awkwardKey : fc.oneof(fc.constantFrom(...keys), awkwardKey);
  const long = fc.string({ minLength: 300, maxLength: 3000 });
  return fc.oneof(
    fc
      .tuple(anyKey, fc.oneof(json, long))
      .map(([key, value]) => Object.fromEntries([...members, [key, value]])),
    anyKey.map((key) => Object.fromEntries(members.filter(([name]) => name !== key))),
  );
}

let server: SecondServer;
let way: TestCore;
let runId: string;
beforeAll(async () => {
  server = await startSecondServer({ pageSize: 2, totalRows: 5 });
  const { address: serviceAddress, accessKey } = server;
  // Junk may choose an address; nothing may be sent anywhere else than to our server.
  const onlyHere: typeof fetch = (url, init) =>
    typeof url === 'string' && url.startsWith(serviceAddress)
      ? fetch(url, init)
      : Promise.reject(Object.assign(new Error('not in tests'), { code: 'ECONNREFUSED' }));
  way = await startTestCore({ serviceAddress, accessKey, fetch: onlyHere });
  runId = mintRunId();
  await way.value('run.start', { ...methodExamples(runId)['run.start'] });
});
afterAll(async () => {
  await way.close();
  await server.close();
});

it.each(names.map((name) => [name] as const))(
  '[14] %s refuses junk with a code and never throws',
  async (name) => {
    const good = methodExamples(runId)[name];
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, bent(good)), async (input) => {
        const answer = parseAnswer(name, await way.send(name, input));
        const sent: unknown = JSON.parse(JSON.stringify(input));
        if (methods[name].input.safeParse(sent).success) return;
        expect(answer.ok).toBe(false);
        if (!answer.ok) expect(answer.error.code).toBe('invalid_input');
      }),
      { numRuns },
    );
    expect(way.reported).toEqual([]);
  },
);

it('[16] a refusal has nothing in it of what was sent', async () => {
  const canary = 'canary-key-0123456789';
  const bend = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bend(one)]))
      : { [canary]: [canary], more: canary };
  for (const name of names) {
    const canaries = { ...(bend(methodExamples(runId)[name]) as object), more: canary };
    const answer = await way.send(name, canaries);
    expect(answer, name).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    expect(JSON.stringify(answer), name).not.toContain(canary);
  }
});

it.each(['', '__proto__', 'constructor', 'toString', 'app', 'APP.SNAPSHOT'])(
  '[14] the unknown method “%s” is refused with a code',
  async (name) => {
    const error = { code: 'unknown_method' };
    expect(await way.send(name, {})).toMatchObject({ ok: false, error });
  },
);

it.each(waysIn)(
  '[15] through %s every method answers a good input in its promised shape',
  async (_, open) => {
    const fresh = await open({ serviceAddress: server.address, accessKey: server.accessKey });
    const examples = methodExamples(mintRunId());
    // An order in which each finds what it needs.
    const order = namesIn(`
    app.snapshot app.zone preferences.save run.start run.next run.pages rows.window view.open
    view.threads view.summary view.chart view.network view.duplicates codes.change codes.set codes.take codes.agreement codes.list codes.undo media.columns media.cache media.empty run.open run.trySavingAgain run.showAll
    list.take run.stop history.list history.find history.describe calls.counts file.save
    support.preview description.get description.ask description.forget correction.set
    correction.reset profile.import export.preview
    export.findPeople export.start export.list export.cancel recipe.open
    recipe.save recipe.list recipe.fromRun recipe.delete recipe.start recipe.stop
    recipe.continue recipe.forget repeat.dates repeat.save repeat.list repeat.pause repeat.skip
    repeat.see repeat.run repeat.remove pseudonyms.status
    pseudonyms.useSecret link.open request.send request.stop
    request.list request.open request.remove history.remove history.restore
    trial.get service.read service.choose credential.add credential.test credential.retry
    credential.remove workspace.save project.details project.save project.list
  `);
    // These need an id (credentials.test.ts, lists.test.ts), a file manager (exporting.test.ts),
    // two runs or a dataset (derived.test.ts), another project (projects.test.ts) or a picture (media.test.ts),
    // or a tray (unit/electron/background.test.ts).
    const others = namesIn(`
      export.showInFolder credential.replace
      credential.use credential.rename list.check
      compare.look compare.open collections.open derived.cancel
      open.send open.look open.take open.table open.close
      background.save project.create project.open project.copy project.forget media.load
  `);
    expect([...order, ...others].toSorted()).toEqual(names.toSorted());
    for (const name of order) {
      const answer = parseAnswer(name, await fresh.send(name, examples[name]));
      expect(answer.ok, `${name} ${JSON.stringify(answer)}`).toBe(true);
    }
    await fresh.close();
  },
);

it('[16] problems carry no stack, no path and no key', async () => {
  const told: string[] = [];
  const examples = methodExamples(mintRunId());
  for (const name of names) {
    for (const input of [undefined, null, { runId: '../../etc/passwd' }, examples[name]]) {
      const answer = parseAnswer(name, await way.send(name, input));
      if (answer.ok) continue;
      expect(problemCodes).toContain(answer.error.code);
      told.push(JSON.stringify(answer.error));
    }
  }
  expect(told.length).toBeGreaterThan(names.length);
  const everything = told.join('\n');
  expect(everything).not.toContain(way.dataDir);
  expect(everything).not.toContain(process.cwd());
  expect(everything).not.toContain(server.accessKey);
  expect(everything).not.toMatch(/\bat .*:\d+:\d+|node_modules|\.ts\b|\.js\b|\/tmp\/|Error:/);
});

it('[16] unforeseen errors stay in the host’s log: the window hears a sentence', async () => {
  const failing = await startTestCore({
    sampleService: () => Promise.reject(new Error('ENOENT: /home/someone/secret/path')),
  });
  const answer = await failing.call('service.choose', { kind: 'sample' });
  expect(answer).toMatchObject({ ok: false, error: { code: 'internal', call: 'noCall' } });
  expect(JSON.stringify(answer)).not.toContain('secret');
  expect(failing.reported.map(String)).toEqual(['Error: ENOENT: /home/someone/secret/path']);
  await failing.close();
});
