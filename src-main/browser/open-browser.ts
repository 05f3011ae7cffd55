/** Opens an address in the person's browser. */
import { spawn } from 'node:child_process';
import { keyVariable } from '../start-options.ts';

/** The system's opener. Windows: not `cmd /c start`, which would read `&` and `^` in an address. */
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

/** Failing to open is no error: the address is printed anyway. */
export function openBrowser(url: string): void {
  const [command, args] = openerCommand(process.platform, url);
  const { [keyVariable]: _key, ...environment } = process.env;
  const child = spawn(command, args, { stdio: 'ignore', detached: true, env: environment });
  child.once('error', () => undefined);
  child.unref();
}
