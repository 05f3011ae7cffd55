/** The loopback server. It binds 127.0.0.1 only (checklist 32); `createApp` lists all checks in order. */
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Context } from 'hono';
import type { Core } from '../core/core.ts';
import { fileHeaders, type AllowsPictures, readBundleFile } from '../bundle/window-files.ts';
import { createCalls } from './call.ts';
import {
  contentDisposition,
  type Downloads,
  ticketLifetimeMs,
  createTickets,
  type Tickets,
} from './downloads.ts';
import { answerEvents, type EventOptions } from './events.ts';
import {
  addHeaders,
  allowedHosts,
  answerHeaders,
  getAndPostOnly,
  hostNameOnly,
  mintToken,
  ownOriginOnly,
  plainTargetOnly,
  tokenOnly,
  wirePath,
} from './guards.ts';
import type { HostEnv } from './guards.ts';

export interface BrowserHostOptions extends EventOptions {
  core: Core;
  downloads: Pick<Downloads, 'take'>;
  /** Folder of the built window. */
  rendererDir: string;
  allowsPictures: AllowsPictures;
  /** 0 for any free port. */
  port: number;
  /** Further `host:port` names, lower case. */
  allowHosts: readonly string[];
}

export interface BrowserHost {
  /** `http://127.0.0.1:<port>` */
  address: string;
  /** The address with the token in its fragment, for the person. */
  url: string;
  /** Creates an address that redirects to `url` once, within a minute: for command lines others can read. */
  mintOpeningUrl(): string;
  /** Ends streams and connections. The core stays open. */
  close(): Promise<void>;
}

/** @throws Node's error (`EADDRINUSE`, `EACCES`) when the port is unavailable. */
export async function createBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const server = createServer();
  const port = await listen(server, options.port);
  const address = `http://127.0.0.1:${port}`;
  const token = mintToken();
  const openings = createTickets<true>(ticketLifetimeMs, () => undefined);

  const app = createApp(options, { port, token, openings });
  server.on(
    'request',
    getRequestListener(app.fetch, {
      overrideGlobalObjects: false,
      errorHandler: () =>
        new Response('This request isn’t valid.', { status: 400, headers: answerHeaders }),
    }),
  );

  return {
    address,
    url: `${address}/#token=${token}`,
    mintOpeningUrl: () => `${address}/open/${openings.issue(true)}`,
    async close() {
      openings.clear();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Parts {
  port: number;
  token: string;
  openings: Tickets<true>;
}

function createApp(options: BrowserHostOptions, parts: Parts): Hono<HostEnv> {
  const { core, downloads } = options;
  const app = new Hono<HostEnv>();

  app.use(addHeaders);
  app.use(hostNameOnly(allowedHosts(parts.port, options.allowHosts)));
  app.use(ownOriginOnly);
  app.use(plainTargetOnly);
  app.use(getAndPostOnly);
  app.use('/api/*', tokenOnly(parts.token));

  const calls = createCalls(core);
  app.post('/api/call', calls.call);
  app.get('/api/answers/:id', calls.answer);
  app.get('/api/events', answerEvents(options));
  app.get('/download/:ticket', async (c) => {
    const download = await downloads.take(c.req.param('ticket'));
    if (download === null)
      return c.text(
        'This file has already been downloaded. To get it again, save it again in the program.',
        404,
      );
    return c.body(download.body, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(download.bytes),
      'Content-Disposition': contentDisposition(download.name),
    });
  });
  app.get('/open/:ticket', (c) =>
    parts.openings.take(c.req.param('ticket')) === undefined
      ? c.text('This address has already been used. Open the one printed at startup.', 404)
      : c.redirect(`/#token=${parts.token}`),
  );
  app.all('/api/call', (c) => c.text('A call is sent with POST.', 405, { Allow: 'POST' }));
  app.post('*', (c) => c.text('Only calls are sent with POST.', 405, { Allow: 'GET' }));
  app.get('*', answerFile(options.rendererDir, options.allowsPictures));

  // The core never throws; if a defect makes it do so, the error's text is not sent.
  app.onError((_error, c) => c.text('Something went wrong in this program.', 500));
  return app;
}

/** @returns the port. */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // The system's own limit still applies. Connections beyond it are reset.
    server.listen({ port, host: '127.0.0.1', backlog: 65_535 }, () => {
      server.off('error', reject);
      const bound = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('The server has no port.'));
      else resolve(bound.port);
    });
  });
}

/**
 * Serves the files of the built window. They need no token, because they contain only the program.
 * @param root folder of the built window.
 */
const answerFile =
  (root: string, allowsPictures: AllowsPictures) =>
  async (c: Context<HostEnv>): Promise<Response> => {
    const file = await readBundleFile(root, wirePath(c.env.incoming.url));
    if (file === null) return c.text('There is nothing here.', 404);
    return c.body(file.body, 200, await fileHeaders(file, allowsPictures));
  };
