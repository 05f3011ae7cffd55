/** The built browser host as its own process, as a person starts it from a terminal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from './built-file.ts';

export interface HostOptions {
  readonly dataDir: string;
  /** `--sample`. */
  readonly sample?: boolean;
  /** `--service`. */
  readonly service?: string;
  /** A file to open. */
  readonly file?: string;
  /** SOCIAL_DATA_API_KEY. */
  readonly accessKey?: string;
  /** By the computer's clock: benches measure the program as it is. */
  readonly realTime?: boolean;
}

export interface RunningHost {
  /** As printed, with the token. */
  readonly url: string;
  readonly port: number;
  /** Of its process. */
  readonly pid: number;
  readonly dataDir: string;
  /** Everything it printed. */
  output(): string;
  /** Ends it as Ctrl+C does and waits. */
  stop(): Promise<void>;
}

/** Without the person's keychain, key and address: a test must not touch them. */
export function cleanEnvironment(): Record<string, string> {
  const { SOCIAL_DATA_API_KEY: _key, SOCIAL_DATA_API_URL: _url, ...rest } = process.env;
  const set = Object.entries(rest).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return { ...Object.fromEntries(set), DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
}

const date = new URL('../support/fixed-date.mjs', import.meta.url).href;

/** @throws with what it printed when it ends before it has an address. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { dataDir } = options;
  const flags = [
    '--port',
    '0',
    '--no-open',
    '--data-dir',
    dataDir,
    ...(options.sample ? ['--sample'] : []),
    ...(options.service === undefined ? [] : ['--service', options.service]),
    ...(options.file === undefined ? [] : [options.file]),
  ];
  const child = spawn(
    process.execPath,
    [...(options.realTime ? [] : ['--import', date]), builtFile('main/browser.js'), ...flags],
    {
      env: {
        ...cleanEnvironment(),
        ...(options.accessKey === undefined ? {} : { SOCIAL_DATA_API_KEY: options.accessKey }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      printed += chunk.toString('utf8');
      const found = /^Social Data Explorer is running at (\S+)$/m.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The host ended at once: ${printed}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    dataDir,
    output: () => printed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
