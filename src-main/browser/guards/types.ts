/** What middlewares of this server see: Node's own request and response beside Hono's. */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

export interface HostEnv {
  Bindings: HttpBindings;
}

export type Guard = MiddlewareHandler<HostEnv>;
