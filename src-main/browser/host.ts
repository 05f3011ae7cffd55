/** The loopback server. It binds 127.0.0.1 only (checklist 32); `createApp` lists all checks in order. */
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type Next } from 'hono';
import { z } from 'zod';
import { fileHeaders, readBundleFile } from '../bundle/window-files.ts';
import type { Core } from '../core/core.ts';
import {
  contentDisposition,
  type Downloads,
  ticketLifetimeMs,
  createTickets,
  type Tickets,
} from './downloads.ts';
import {
  allOf,
  allowedHosts,
  answerHeaders,
  getAndPostOnly,
  type Guard,
  hostNameOnly,
  mintToken,
  ownOriginOnly,
  plainTargetOnly,
  tokenOnly,
  wirePath,
} from './guards.ts';
import { createSockets, type SocketOptions, type Sockets } from './socket.ts';

export interface BrowserHostOptions extends SocketOptions {
  core: SocketOptions['core'] & Pick<Core, 'media'>;
  downloads: Pick<Downloads, 'take'>;
  /** Folder of the built window. */
  rendererDir: string;
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
  /** Cuts sockets and connections. The core stays open. */
  close(): Promise<void>;
}

/** @throws Node's error (`EADDRINUSE`, `EACCES`) when the port is unavailable. */
export async function createBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const server = createServer();
  const port = await listen(server, options.port);
  const address = `http://127.0.0.1:${port}`;
  const token = mintToken();
  const openings = createTickets<true>(ticketLifetimeMs, () => undefined);
  const guard = allOf(
    hostNameOnly(allowedHosts(port, options.allowHosts)),
    ownOriginOnly,
    plainTargetOnly,
    getAndPostOnly,
  );
  const sockets = createSockets(options, guard, token);

  const app = createApp(options, { guard, token, openings, sockets });
  server.on(
    'request',
    getRequestListener(app.fetch, {
      overrideGlobalObjects: false,
      errorHandler: () =>
        new Response('This request isn’t valid.', { status: 400, headers: answerHeaders }),
    }),
  );
  server.on('upgrade', sockets.upgrade);

  return {
    address,
    url: `${address}/#token=${token}`,
    mintOpeningUrl: () => `${address}/open/${openings.issue(true)}`,
    async close() {
      openings.clear();
      const closed = new Promise((resolve) => server.close(resolve));
      sockets.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface HostEnv {
  Bindings: HttpBindings;
}

interface Parts {
  /** What every request must pass. */
  guard: Guard;
  token: string;
  openings: Tickets<true>;
  sockets: Pick<Sockets, 'call'>;
}

/** Largest call by itself: browsers send no more when a page is left. */
const maxBodyBytes = 64 * 1024;

const callSchema = z.object({ method: z.string(), input: z.unknown().optional() });

function createApp(options: BrowserHostOptions, parts: Parts): Hono<HostEnv> {
  const { downloads } = options;
  const app = new Hono<HostEnv>();

  const check = (guard: Guard) => async (c: Context<HostEnv>, next: Next) => {
    const refusal = guard(c.env.incoming);
    return refusal === null ? next() : c.text(refusal.text, refusal.status, refusal.headers);
  };
  app.use((c, next) => {
    for (const [name, value] of Object.entries(answerHeaders)) c.header(name, value);
    return next();
  });
  app.use(check(parts.guard));
  app.use('/api/*', check(tokenOnly(parts.token)));

  app.post('/api/call', async (c) => {
    // A page elsewhere can send text/plain or a form without a preflight request, but not JSON.
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json') return c.text('A call is sent as application/json.', 415);
    // Node reads no more than was announced.
    if (!(Number(c.req.header('content-length')) <= maxBodyBytes))
      return c.text('A call by itself says how long it is, at most 64 KB.', 413);
    const { data: call } = callSchema.safeParse(await c.req.json().catch(() => null));
    if (call === undefined) return c.text('A call is {"method": "…", "input": …}.', 400);
    return c.json(await parts.sockets.call(call.method, call.input));
  });
  app.get('/download/:ticket', async (c) => {
    const download = await downloads.take(c.req.param('ticket'));
    if (download === null)
      return c.text(
        'A file can be downloaded once, within a minute. To get it, save it again in the program.',
        404,
      );
    return c.body(download.body, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(download.bytes),
      'Content-Disposition': contentDisposition(download.name),
    });
  });
  // Pictures can't carry the token; only a call with it was told the capability.
  app.get('/media/:capability', async (c) => {
    const answer = await options.core.media(
      c.req.param('capability'),
      c.req.header('range') ?? null,
    );
    return c.body(answer.body, answer.status, answer.headers);
  });
  app.get('/open/:ticket', (c) =>
    parts.openings.take(c.req.param('ticket')) === undefined
      ? c.text('This address has already been used. Open the one printed at startup.', 404)
      : c.redirect(`/#token=${parts.token}`),
  );
  app.all('/api/call', (c) => c.text('A call is sent with POST.', 405, { Allow: 'POST' }));
  app.post('*', (c) => c.text('Only calls are sent with POST.', 405, { Allow: 'GET' }));
  app.get('*', answerFile(options.rendererDir));

  // The core never throws; if a defect makes it do so, the error's text is not sent.
  app.onError((_error, c) => c.text('Something went wrong in this program.', 500));
  return app;
}

/** @returns the port. */
const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, () => {
      server.off('error', reject);
      const bound = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('The server has no port.'));
      else resolve(bound.port);
    });
  });

/**
 * Serves the files of the built window. They need no token, because they contain only the program.
 * @param root folder of the built window.
 */
const answerFile =
  (root: string) =>
  async (c: Context<HostEnv>): Promise<Response> => {
    const file = await readBundleFile(root, wirePath(c.env.incoming.url));
    if (file === null) return c.text('There is nothing here.', 404);
    return c.body(file.body, 200, fileHeaders(file));
  };
