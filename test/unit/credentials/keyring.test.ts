/**
 * A real Secret Service: gnome-keyring on a session bus of its own, with folders of its own, and each module
 * for it. Runs where the programs and the modules exist; elsewhere it says at run time why it did not.
 */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collect } from '#main/collect/command.ts';
import { readCollectOptions } from '#main/collect/options.ts';
import {
  chooseSecretStore,
  keychainModules,
  keychainService,
} from '#main/core/credentials/secret-stores.ts';
import type { SecretStore } from '#main/core/credentials/secret-stores.ts';
import { mintRunId, startTestCore } from '#test/support/core.ts';
import type { TestCore } from '#test/support/core.ts';
import { startColumnsWorker } from '#test/support/columns/worker-pool.ts';
import { startCoreWith } from '#test/support/kill/collect-command.ts';
import { readTree } from '#test/support/search-files.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';

function whyNot(): string | null {
  if (process.platform !== 'linux') return 'a Secret Service is a Linux thing';
  for (const program of ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool']) {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    } catch {
      return `${program} is not installed`;
    }
  }
  return null;
}

const modules = await Promise.all(
  keychainModules.map(async (module) => {
    const failure = await module.load().then(() => null, String);
    if (failure !== null) console.log(`${module.name} did not load: ${failure}`);
    return failure === null ? module : null;
  }),
).then((all) => all.filter((one) => one !== null));

const reason = whyNot();
if (reason !== null) console.log(`The test with a real keyring did not run: ${reason}.`);

/** Locks the keyring as the person's desktop does. */
function lockKeyring(): void {
  const path = '/org/freedesktop/secrets';
  execFileSync('dbus-send', [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    path,
    'org.freedesktop.Secret.Service.Lock',
    `array:objpath:${path}/collection/login`,
  ]);
}

/**
 * Unlocks a keyring with an empty password (the line break matters: empty input fails), prints
 * the bus's address and stays until its input closes; bus and keyring end with it.
 */
const session = `printf '\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
echo "$DBUS_SESSION_BUS_ADDRESS"
exec cat`;

describe.runIf(reason === null).each(modules)('19 a real keyring through $name', (module) => {
  let folder: string;
  let bus: ChildProcessByStdio<Writable, Readable, null>;
  const busBefore = process.env['DBUS_SESSION_BUS_ADDRESS'];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sde-keyring-'));
    for (const name of ['data', 'run']) await mkdir(join(folder, name), { mode: 0o700 });
    bus = spawn('dbus-run-session', ['--', 'sh', '-c', session], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...process.env,
        XDG_DATA_HOME: join(folder, 'data'),
        XDG_RUNTIME_DIR: join(folder, 'run'),
      },
    });
    const address = await new Promise<string>((resolve, reject) => {
      bus.stdout.once('data', (line: Buffer) => resolve(line.toString('utf8').trim()));
      bus.once('exit', () => reject(new Error('The session bus ended at once.')));
    });
    process.env['DBUS_SESSION_BUS_ADDRESS'] = address;
  });

  /** What the keyring has on disk. */
  const keyringFiles = async (): Promise<Buffer[]> => {
    const keyrings = join(folder, 'data', 'keyrings');
    const names = (await readdir(keyrings)).filter((name) => name.endsWith('.keyring'));
    return Promise.all(names.toSorted().map((name) => readFile(join(keyrings, name))));
  };

  afterAll(async () => {
    const ended = new Promise((resolve) => bus.once('exit', resolve));
    bus.stdin.end();
    await ended;
    if (busBefore === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    else process.env['DBUS_SESSION_BUS_ADDRESS'] = busBefore;
    await rm(folder, { recursive: true, force: true });
  });

  const canary = 'sk_canary_keyring_5d2f';
  const query = { endpointId: 'microblog.posts.search', values: { q: 'sea' }, fields: [] };
  let dataDir: string;
  let test: TestCore;

  /** A new process would begin so: nothing is remembered but the folder and the keyring. */
  const start = async (address: string): Promise<TestCore> => {
    test = await startTestCore({
      dataDir,
      secrets: await choose(),
      serviceAddress: address,
    });
    await test.value('service.choose', { kind: 'address', address });
    return test;
  };
  const restart = async (address: string): Promise<TestCore> => {
    await test.close();
    return start(address);
  };
  const entries = (): string =>
    execFileSync('secret-tool', ['search', '--all', 'service', keychainService], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const choose = (patienceMs = 20_000): Promise<SecretStore> =>
    chooseSecretStore({ modules: [module], patienceMs });

  beforeEach(async () => {
    dataDir = await mkdtemp(join(folder, 'data-'));
  });
  afterEach(() => test.close());

  it('19 a key is stored, there after a restart, sent, replaced and deleted', async () => {
    const server = await startSecondServer({ accessKey: canary });
    await start(server.address);
    await test.value('credential.add', { value: 'an-older-key-0001', name: 'Team' });
    await restart(server.address);
    const { credential } = await test.value('app.snapshot', {});
    expect(credential).toMatchObject({ source: 'keychain', name: 'Team', lastFour: '0001' });
    await test.value('credential.replace', { id: credential?.id ?? '', value: canary });
    await restart(server.address);
    const onDisk = await keyringFiles();
    expect(onDisk.map((bytes) => bytes.includes(canary))).toContain(false);
    expect(onDisk.map((bytes) => bytes.includes(canary))).not.toContain(true);
    await test.value('run.start', { runId: mintRunId(), query });
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([`Bearer ${canary}`]);
    expect(entries()).toContain(canary);
    expect(entries()).not.toContain('an-older-key-0001');
    await test.value('credential.add', { value: server.sessionToken });
    await restart(server.address);
    await test.value('service.read', { page: 'plan' });
    for (const { id } of (await test.value('app.snapshot', {})).credentials) {
      await test.value('credential.remove', { id });
    }
    await restart(server.address);
    expect((await test.value('app.snapshot', {})).credentials).toEqual([]);
    expect(entries()).toBe('');
    expect((await readTree(dataDir)).join('\n')).not.toContain(canary);
    await server.close();
  });

  it('19 a command without a window sends the key that the window kept', async () => {
    const server = await startSecondServer({ accessKey: canary });
    const { address } = server;
    await start(address);
    await test.value('credential.add', { value: canary });
    await test.close();
    const recipe = join(dataDir, 'recipe.json');
    const runs = [{ title: '', query, service: { profileId: address, address }, pages: 1 }];
    const spec = { runIds: ['as-saved'], format: { kind: 'jsonl' }, methods: true };
    const kind = 'social-data-explorer/recipe';
    await writeFile(
      recipe,
      JSON.stringify({ kind, version: 1, runs, spec, pseudonymSecret: null }),
    );
    const out = join(`${dataDir}-out`, 'out');
    const flags = ['--label', 'monday', '--max-calls', '1', '--out', out, '--data-dir', dataDir];
    const read = readCollectOptions([recipe, ...flags, '--service', address], {});
    if (read.kind !== 'options') throw new Error(JSON.stringify(read));
    const written: string[] = [];
    const exit = await collect(read.options, {
      startCore: startCoreWith(startColumnsWorker, await choose()),
      stop: new AbortController().signal,
      log: (line) => written.push(line),
      print: (line) => written.push(line),
    });
    expect(exit, written.join('\n')).toBe(0);
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([`Bearer ${canary}`]);
    expect([...written, ...(await readTree(dataDir))].join('\n')).not.toContain(canary);
    await start(address);
    await server.close();
  });

  it('21 a keyring that is locked meanwhile is left as it is, and said; a key added then is kept for the session', async () => {
    const server = await startSecondServer({ accessKey: canary });
    await start(server.address);
    await test.value('credential.add', { value: canary });
    await restart(server.address);
    const before = await keyringFiles();
    // The last test: here nobody can unlock it again.
    lockKeyring();
    expect(await test.call('run.start', { runId: mintRunId(), query })).toMatchObject({
      ok: false,
      error: { code: 'no_credential' },
    });
    const added = await test.value('credential.add', { value: 'meanwhile-key-0001' });
    expect(added.credential).toMatchObject({ source: 'session', lastFour: '0001' });
    expect(added.notices.map(({ code }) => code)).toContain('keychain_unreadable');
    await test.close();
    // A program that starts while it is locked goes without it, and says why.
    const store = await choose(2000);
    expect(store.lasting).toBe(false);
    expect(store.reason).toMatch(/keychain/);

    expect(await keyringFiles()).toEqual(before);
    test = await startTestCore();
    await server.close();
  });
});
