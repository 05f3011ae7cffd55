/**
 * The worker's entry: a file of its own in the build (`columns-worker`). Receives requests, answers each
 * once, and stops a question when it is cancelled.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type {
  ColumnsErrorCode,
  Answers,
  CommandKind,
  Reply,
  Request,
  WorkerOptions,
} from '../protocol.ts';
import { asColumnsError } from '../protocol.ts';
import { ColumnsService } from './service.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker');

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given by worker-link.ts
const service = new ColumnsService(workerData as WorkerOptions);
const running = new Map<number, AbortController>();

port.on('message', (request: Request) => {
  if ('cancel' in request) {
    running.get(request.id)?.abort();
    return;
  }
  void answer(request.id, request.command);
});

async function answer(
  id: number,
  command: Extract<Request, { command: unknown }>['command'],
): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    send({ id, ok: true, value: await service.do(command, controller.signal) });
  } catch (error) {
    const { code, detail = '' } = asColumnsError(error);
    send({ id, ok: false, code: codeOf(code, controller), detail });
  } finally {
    running.delete(id);
  }
}

/** An interrupted operation may fail with a different error. */
function codeOf(code: ColumnsErrorCode, { signal }: AbortController): ColumnsErrorCode {
  return signal.aborted && code === 'failed' ? 'cancelled' : code;
}

function send(reply: Reply): void {
  port?.postMessage(reply, reply.ok ? transferable(reply.value) : []);
}

/** Orders are transferred without being copied. */
function transferable(value: Answers[CommandKind]): ArrayBuffer[] {
  if (value === null || !('seqs' in value)) return [];
  const { buffer } = value.seqs;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}
