/**
 * Reads flags and environment variables for the launcher and both hosts, so that a flag means the same
 * wherever the program ends up running.
 */
import { quoted } from '#shared/characters.ts';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { StartOptions } from '../core/core.ts';
import envPaths from 'env-paths';
import { name as programName } from '../../package.json';

/** The variable that contains a key; removed from the environment once it is read. */
export const keyVariable = 'SOCIAL_DATA_API_KEY';
const addressVariable = 'SOCIAL_DATA_API_URL';

const usage =
  'Usage: npm start (or: npm run browser) -- [FILE] [--data-dir DIR] [--service URL] [--sample] [--smoke [--show]] ' +
  '[--port N] [--no-open] [--allow-host HOST:PORT]';

/** The options that the program was started with. */
export interface ProgramOptions {
  /** Options for the core. */
  start: StartOptions;
  /** Absolute; null for the default folder. */
  dataDir: string | null;
  /** A file to open, absolute; null: none. Electron finds it itself, among what Chromium adds. */
  file: string | null;
  /** Browser host: 0 means any free port. */
  port: number;
  /** Browser host: whether to open the person's browser. */
  open: boolean;
  /** Browser host: further `host:port` names under which it may be reached (SSH tunnels). */
  allowHosts: readonly string[];
  /** Tests everything once, in a temporary folder, and exits. */
  smoke: boolean;
  /** With `smoke` in Electron: shows the window, and reports on the desktop. */
  show: boolean;
}

export type ReadOptions =
  | { kind: 'options'; options: ProgramOptions }
  /** `--help`. */
  | { kind: 'help'; text: string }
  /** One line: the problem, and the usage. */
  | { kind: 'wrong'; text: string };

const flags = {
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'data-dir': { type: 'string' },
  service: { type: 'string' },
  sample: { type: 'boolean' },
  'allow-host': { type: 'string', multiple: true },
  smoke: { type: 'boolean' },
  show: { type: 'boolean' },
  help: { type: 'boolean' },
} satisfies ParseArgsConfig['options'];

type FlagName = keyof typeof flags;
type Given = Map<FlagName, string[]>;

const isFlag = (name: string): name is FlagName => Object.hasOwn(flags, name);

/**
 * Reads flags and environment.
 * @param unknown Electron ignores unknown flags, because Chromium and the operating system add their own;
 *   everything else refuses them.
 */
export function readStartOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  unknown: 'refuse' | 'ignore' = 'refuse',
): ReadOptions {
  const wrong = (what: string): ReadOptions => ({ kind: 'wrong', text: `${what} ${usage}` });

  const { tokens } = parseArgs({
    args: [...args],
    options: flags,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: Given = new Map();
  let file: string | null = null;
  for (const token of tokens) {
    if (token.kind === 'option' && isFlag(token.name)) {
      const problem = addFlag(given, token.name, token.value);
      if (problem !== null) return wrong(problem);
    } else if (unknown === 'refuse') {
      if (token.kind === 'option') return wrong(`Unknown flag ${token.rawName}.`);
      if (token.kind === 'positional') {
        if (file !== null)
          return wrong(`Only one file can be opened, not ${quoted(token.value)} as well.`);
        file = resolve(startedIn(environment), token.value);
        if (!existsSync(file)) return wrong(`There is no file ${quoted(token.value)}.`);
      }
    }
  }
  if (given.has('help')) return { kind: 'help', text: usage };

  const port = readPort(given.get('port')?.at(-1));
  if (port === null) return wrong('--port takes a number from 0 to 65535.');
  const allowHosts = (given.get('allow-host') ?? []).map((host) => host.toLowerCase());
  const badHost = allowHosts.find((host) => !/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/.test(host));
  if (badHost !== undefined) return wrong('--allow-host takes HOST:PORT, as in localhost:4310.');

  const dataDir = given.get('data-dir')?.at(-1);
  return {
    kind: 'options',
    options: {
      start: {
        sample: given.has('sample'),
        serviceAddress: given.get('service')?.at(-1) ?? textOrNull(environment[addressVariable]),
        accessKey: textOrNull(environment[keyVariable]),
      },
      dataDir: dataDir === undefined ? null : resolve(startedIn(environment), dataDir),
      file,
      port,
      open: !given.has('no-open'),
      allowHosts,
      smoke: given.has('smoke'),
      show: given.has('show'),
    },
  };
}

/** Adds a flag to `given`; returns the problem with it, or null. */
function addFlag(given: Given, name: FlagName, value: string | undefined): string | null {
  if (flags[name].type === 'boolean') {
    if (value !== undefined) return `--${name} takes no value.`;
    given.set(name, []);
    return null;
  }
  // Without the last test, `--data-dir --sample` would create a folder named "--sample".
  if (value === undefined || value.trim() === '' || value.startsWith('--')) {
    return `--${name} needs a value.`;
  }
  given.set(name, [...(given.get(name) ?? []), value]);
  return null;
}

function readPort(text: string | undefined): number | null {
  if (text === undefined) return 0;
  if (!/^\d{1,5}$/.test(text)) return null;
  const port = Number(text);
  return port <= 65_535 ? port : null;
}

/**
 * Returns the folder that relative paths are in: the one that the person is in, also where npm runs the
 * program in its own (`npm --prefix`).
 */
export function startedIn(environment: Readonly<Record<string, string | undefined>>): string {
  const isOwnScript =
    environment['npm_package_name'] === programName && 'npm_lifecycle_event' in environment;
  return (isOwnScript ? textOrNull(environment['INIT_CWD']) : null) ?? process.cwd();
}

const textOrNull = (text: string | undefined): string | null => text?.trim() || null;

/**
 * The default data folder, the same for both hosts: the operating system's folder for application data.
 * Electron's `userData` is set to it too, so that a person who sometimes gets the window and sometimes the
 * browser finds the same runs.
 */
export function defaultDataFolder(platform: NodeJS.Platform = process.platform): string {
  const name = platform === 'linux' ? 'social-data-explorer' : 'Social Data Explorer';
  return envPaths(name, { suffix: '' }).data;
}
