/** Serves the built window under our own scheme (checklist 10): GET, one host, plain paths. */
import type { Protocol } from 'electron';
import {
  fileHeaders,
  mediaCapability,
  readBundleFile,
  windowHeaders,
} from '../bundle/window-files.ts';
import type { Core } from '../core/core.ts';
import { appPath, appScheme } from './own-page.ts';

/**
 * Makes the scheme behave like https in the page (its own origin, a secure context). Must run before
 * Electron is ready.
 */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        codeCache: true,
        // Otherwise videos are not played before they are whole.
        stream: true,
      },
    },
  ]);
}

/** @param root folder of the built window. */
export function serveWindow(
  protocol: Pick<Protocol, 'handle'>,
  root: string,
  media: Core['media'],
): void {
  protocol.handle(appScheme, answerRequest(root, media));
}

export const answerRequest =
  (root: string, media: Core['media']) =>
  async (request: Pick<Request, 'method' | 'url' | 'headers'>): Promise<Response> => {
    const refuse = (status: number): Response =>
      new Response(null, { status, headers: { ...windowHeaders } });

    if (request.method !== 'GET') return refuse(405);
    const path = appPath(request.url);
    const capability = path === null ? null : mediaCapability(path);
    if (capability !== null) {
      const { status, headers, body } = await media(capability, request.headers.get('range'));
      return new Response(body, { status, headers: { ...windowHeaders, ...headers } });
    }
    const file = path === null ? null : await readBundleFile(root, path);
    if (file === null) return refuse(404);
    return new Response(file.body, {
      headers: { ...windowHeaders, ...fileHeaders(file) },
    });
  };
