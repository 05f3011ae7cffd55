/** Serves the built window under our own scheme (checklist 10): GET, one host, plain paths. */
import type { Protocol } from 'electron';
import {
  fileHeaders,
  type AllowsPictures,
  readBundleFile,
  windowHeaders,
} from '../bundle/window-files.ts';
import { appPath, appScheme } from './own-page.ts';

/**
 * Makes the scheme behave like https in the page (its own origin, a secure context). Must run before
 * Electron is ready.
 */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** @param root folder of the built window. */
export function serveWindow(
  protocol: Pick<Protocol, 'handle'>,
  root: string,
  allowsPictures: AllowsPictures,
): void {
  protocol.handle(appScheme, answerRequest(root, allowsPictures));
}

export const answerRequest =
  (root: string, allowsPictures: AllowsPictures) =>
  async (request: Pick<Request, 'method' | 'url'>): Promise<Response> => {
    const refuse = (status: number): Response =>
      new Response(null, { status, headers: { ...windowHeaders } });

    if (request.method !== 'GET') return refuse(405);
    const path = appPath(request.url);
    const file = path === null ? null : await readBundleFile(root, path);
    if (file === null) return refuse(404);
    return new Response(file.body, {
      headers: { ...windowHeaders, ...(await fileHeaders(file, allowsPictures)) },
    });
  };
