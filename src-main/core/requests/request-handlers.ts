/** Methods of the Request page. One promise per id, so that a double click doesn't send twice. */
import type { FreeAnswer, Sent } from '#shared/contract/request.ts';
import type { Handlers } from '../dispatch.ts';
import type { SaveAs } from '../save-as.ts';
import { ownProblem, ProblemError, refused } from '../problem-error.ts';
import type { Answer } from './answers.ts';
import { readBody } from './read-answer.ts';
import { sendRequest } from './send-request.ts';
import type { SendDeps, SendInput } from './send-request.ts';

type RequestMethod = Extract<keyof Handlers, `request.${string}`>;

export function createRequestHandlers(
  deps: SendDeps,
  saveAs: SaveAs,
): Pick<Handlers, RequestMethod> {
  const { answers, ledger } = deps;
  const pending = new Map<string, { sent: Promise<Sent>; stop: AbortController }>();

  async function find(requestId: string): Promise<{ answer: Answer; body: Buffer }> {
    const found = await answers.get(requestId);
    if (found !== null) return found;
    throw refused(
      'This answer is no longer kept.',
      'Send the request again, which is another call.',
    );
  }

  async function sendOnce(input: SendInput, signal: AbortSignal): Promise<Sent> {
    const known = await answers.get(input.requestId);
    if (known !== null) return { kind: 'answered', answer: toFreeAnswer(known) };
    // The call is in the ledger even without its answer: the same request must not be sent twice.
    if (ledger.callsOfRun(input.requestId) > 0) throw new ProblemError(sentBefore());
    return sendRequest(input, deps, AbortSignal.any([signal, deps.closing]));
  }

  return {
    'request.send': (input) => {
      const known = pending.get(input.requestId);
      if (known !== undefined) return known.sent;
      const stop = new AbortController();
      const sent = sendOnce(input, stop.signal).finally(() => pending.delete(input.requestId));
      pending.set(input.requestId, { sent, stop });
      return sent;
    },

    'request.stop': async ({ requestId }) => {
      const asked = pending.get(requestId);
      asked?.stop.abort();
      // An answer on its way is still waited for.
      await asked?.sent.catch(() => undefined);
      return {};
    },

    'request.list': async () => {
      const profile = deps.profile();
      return { answers: profile === null ? [] : await answers.list(profile.id) };
    },

    'request.open': async ({ requestId }) => ({ answer: toFreeAnswer(await find(requestId)) }),

    'request.save': async ({ requestId }) => {
      const { answer, body } = await find(requestId);
      return saveAs(fileName(answer, body), body);
    },

    'request.remove': async ({ requestId }) => {
      await answers.remove(requestId);
      return {};
    },
  };
}

const toFreeAnswer = ({ answer, body }: { answer: Answer; body: Buffer }): FreeAnswer => ({
  ...answer.head,
  problem: answer.problem,
  ...readBody(body),
});

const sentBefore = () =>
  ownProblem(
    'invalid_input',
    'This request was sent before, but its answer isn’t here.',
    'Send it again, which is another call.',
    [{ kind: 'tryAgain' }],
  );

const endings = { json: 'json', large: 'json', text: 'txt', bytes: 'bin' } as const;

/** `api-status-2026-03-31.json` */
function fileName({ head }: Answer, body: Buffer): string {
  const [path = ''] = head.target.split('?');
  const words = path
    .replaceAll(/%[0-9a-f]{2}/gi, '-')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80);
  return `${words || 'answer'}-${head.at.slice(0, 10)}.${endings[readBody(body).form]}`;
}
