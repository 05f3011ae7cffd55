/**
 * The browser host as a program: starts core and server, prints the address, ends on a signal. `npm start`
 * runs it too if there is no Electron.
 */
import { keyVariable, defaultDataFolder } from '../launch/start-options.ts';
import type { ProgramOptions } from '../launch/start-options.ts';
import type { HostPorts } from '../launch/start-core.ts';
import type { Core } from '../core/core.ts';
import { createNetwork } from '../core/service/network.ts';
import { whyNotOpened } from '../core/store/store-error.ts';
import { createUnfinished } from '../core/unfinished.ts';
import { createDownloads } from './downloads.ts';
import { type BrowserHost, createBrowserHost } from './host.ts';
import { spawn } from 'node:child_process';

export interface ProgramParts {
  startCore: (ports: HostPorts) => Promise<Core>;
  /** Folder of the built window. */
  rendererDir: string;
  /** Prints the only line that programs may read. */
  print: (line: string) => void;
  /** Tells the person about a problem. */
  complain: (line: string) => void;
  /** Logs unexpected errors; they may contain paths. */
  report: (error: unknown) => void;
  open?: (url: string) => void;
}

export interface RunningProgram {
  close(): Promise<void>;
}

/** @returns null when it could not start; the reason has then been printed. */
export async function startBrowserProgram(
  options: ProgramOptions,
  parts: ProgramParts,
): Promise<RunningProgram | null> {
  const dataDir = options.dataDir ?? defaultDataFolder();
  /** The open project's folder. */
  let folder = dataDir;
  let { file } = options;
  const downloads = createDownloads(() => folder);
  let core: Core;
  try {
    core = await parts.startCore({
      dataDir,
      reopensLast: options.dataDir === null,
      openedFolder: (path) => {
        folder = path;
      },
      fetch: createNetwork(),
      chooseSaveTarget: (name, kind) => downloads.chooseSaveTarget(name, kind),
      takeGivenFile: () => {
        const given = file;
        file = null;
        return given;
      },
      openLink: null,
      showInFolder: null,
      encryption: null,
      start: options.start,
      report: parts.report,
    });
  } catch (error) {
    const why = whyNotOpened(error, dataDir);
    parts.complain(codeOf(error) === 'in_use' ? why : `Social Data Explorer can’t start: ${why}`);
    return null;
  }
  // Only now is the folder ours: before, these could be another process's downloads.
  await downloads.sweep();

  let host: BrowserHost;
  try {
    host = await createBrowserHost({
      core,
      downloads,
      rendererDir: parts.rendererDir,
      port: options.port,
      allowHosts: options.allowHosts,
    });
  } catch (error) {
    await core.close();
    parts.complain(portProblem(error, options.port));
    return null;
  }

  parts.print(`Social Data Explorer is running at ${host.url}`);
  if (options.open) (parts.open ?? openBrowser)(host.mintOpeningUrl());
  const unfinished = createUnfinished();
  const unsubscribe = core.subscribe((event) => unfinished.take(event));
  return {
    async close() {
      unsubscribe();
      // There is no way to ask here: a signal ends the process.
      const lost = unfinished.words();
      if (lost !== null) parts.complain(lost);
      await host.close();
      await core.close();
      await downloads.close();
    },
  };
}

const sentence = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : null;

function portProblem(error: unknown, port: number): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} is used by another program. Choose another with --port, or leave it out.`;
    case 'EACCES':
      return `Port ${port} may not be used by this account. Choose one above 1023 with --port.`;
    default:
      return `Social Data Explorer can’t open port ${port}: ${sentence(error)}`;
  }
}

/**
 * Ends the process on Ctrl+C, on a termination request and when the terminal closes. A second signal ends
 * it without waiting: every page is on disk before it is shown, so nothing is lost.
 */
export function endOnSignals(program: RunningProgram): void {
  let asked = false;
  const end = (): void => {
    if (asked) process.exit(1);
    asked = true;
    program.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

/** The system's command to open an address. Windows: not `cmd /c start`, which interprets `&` and `^`. */
export function openerCommand(platform: NodeJS.Platform, url: string): [string, string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', [url]];
    case 'win32':
      return ['rundll32', ['url.dll,FileProtocolHandler', url]];
    default:
      return ['xdg-open', [url]];
  }
}

/** Opens an address in the person's browser. A failure is ignored: the address is printed anyway. */
function openBrowser(url: string): void {
  const [command, args] = openerCommand(process.platform, url);
  const { [keyVariable]: _key, ...environment } = process.env;
  const child = spawn(command, args, { stdio: 'ignore', detached: true, env: environment });
  child.once('error', () => undefined);
  child.unref();
}
