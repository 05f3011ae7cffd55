/** A server at a free port of this computer's own address, for tests and benches. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';

export async function listen(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  const { port } = bound;
  return {
    address: `http://127.0.0.1:${port}`,
    /** Stops at once, cutting connections that still hang. */
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((problem) => (problem ? reject(problem) : resolve()));
        server.closeAllConnections();
      }),
    /** After `close`, at the same address. */
    async reopen() {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
  };
}
