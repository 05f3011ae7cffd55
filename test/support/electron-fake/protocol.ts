/** `protocol`, and how a request of the page is answered by the program's handler. */
import type { Protocol as ElectronProtocol } from 'electron';
import { program } from './app.ts';
import type { Protocol, Session } from './cdp.ts';
import { notModelled, onlyModelled } from './only-modelled.ts';
import { fromStandIn, register, registered, toStandIn } from './stand-in-origin.ts';

type Handler = Parameters<ElectronProtocol['handle']>[1];

const handlers = new Map<string, Handler>();

const part = {
  registerSchemesAsPrivileged(schemes) {
    if (program.isReady()) throw new Error('schemes are registered before app is ready');
    register(schemes);
  },
  handle(scheme, handler) {
    if (!program.isReady()) throw new Error('protocol can only be used after app is ready');
    if (scheme !== registered()) throw notModelled(`protocol.handle("${scheme}")`);
    handlers.set(scheme, handler);
  },
} satisfies Partial<ElectronProtocol>;
export const protocol = onlyModelled('protocol', part);

type Paused = Protocol.Fetch.requestPausedPayload;

/** Answers a held request for our scheme. */
export async function answerFromProgram(page: Session, paused: Paused): Promise<void> {
  const { requestId, request } = paused;
  const handler = handlers.get(registered() ?? '');
  if (handler === undefined) {
    await page.send('Fetch.failRequest', { requestId, errorReason: 'AddressUnreachable' });
    return;
  }
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    fromStandIn(value),
  ]);
  const answer = await handler(
    new Request(fromStandIn(request.url), {
      method: request.method,
      headers,
      ...(request.postData === undefined ? {} : { body: request.postData }),
    }),
  );
  await page.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: answer.status,
    responseHeaders: [...answer.headers].flatMap(translated),
    body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
  });
}

/** A policy names origins; everything else is as it is. */
function translated([name, value]: [string, string]): { name: string; value: string }[] {
  if (name.toLowerCase() !== 'content-security-policy') return [{ name, value }];
  const scheme = `${registered()}:`;
  const policy = value.replaceAll(new RegExp(`${scheme}//[^/\\s;]+`, 'g'), toStandIn);
  if (policy.includes(scheme)) throw notModelled('a policy that names our scheme as a whole');
  return [{ name, value: policy }];
}
