/**
 * A real Secret Service: gnome-keyring on a session bus of its own, with folders of its own. Runs
 * where the programs and a compiled keytar exist; elsewhere it says at run time why it did not.
 */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSecretStore } from '#main/core/credentials/choose-secret-store.ts';

function whyNot(): string | null {
  if (process.platform !== 'linux') return 'a Secret Service is a Linux thing';
  for (const program of ['dbus-run-session', 'gnome-keyring-daemon']) {
    try {
      execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    } catch {
      return `${program} is not installed`;
    }
  }
  try {
    createRequire(import.meta.url)('keytar');
    return null;
  } catch {
    return 'keytar is not compiled';
  }
}

const reason = whyNot();
if (reason !== null) console.log(`The test with a real keyring did not run: ${reason}.`);

/**
 * Unlocks a keyring with an empty password (the line break matters: empty input fails), prints
 * the bus's address and stays until its input closes; bus and keyring end with it.
 */
const session = `printf '\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
echo "$DBUS_SESSION_BUS_ADDRESS"
exec cat`;

describe.runIf(reason === null)('19 a real keyring', () => {
  let folder: string;
  let bus: ChildProcessByStdio<Writable, Readable, null>;
  const before = process.env['DBUS_SESSION_BUS_ADDRESS'];

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

  afterAll(async () => {
    const ended = new Promise((resolve) => bus.once('exit', resolve));
    bus.stdin.end();
    await ended;
    if (before === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    else process.env['DBUS_SESSION_BUS_ADDRESS'] = before;
    await rm(folder, { recursive: true, force: true });
  });

  it('19 is trusted, keeps a key for the next start, encrypted on disk, and forgets it', async () => {
    const canary = 'canary-4f1c9a77e2';
    const first = await chooseSecretStore();
    expect(first).toMatchObject({ lasting: true, reason: null });
    await first.set('access-key https://service.test', canary);

    const next = await chooseSecretStore();
    expect(await next.get('access-key https://service.test')).toBe(canary);
    expect(await next.get('access-key https://other.test')).toBeNull();

    const keyrings = join(folder, 'data', 'keyrings');
    const files = await readdir(keyrings);
    expect(files.length).toBeGreaterThan(0);
    for (const name of files) {
      expect((await readFile(join(keyrings, name))).includes(canary)).toBe(false);
    }

    await next.delete('access-key https://service.test');
    expect(await first.get('access-key https://service.test')).toBeNull();
  });
});
