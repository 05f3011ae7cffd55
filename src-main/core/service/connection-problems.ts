/** Problems of the connection: no answer, a partial one, one too long to read, a request never sent. */
import type { Remedy } from '#shared/contract/problem.ts';
import type { Answer, NotSent, Unanswered } from './send.ts';
import type { RequestContext, ProblemParts } from './problem-parts.ts';

const tryAgain: Remedy = { kind: 'tryAgain' };
const openAccount: Remedy = { kind: 'openAccount' };

export function describeTruncated(answer: Answer): ProblemParts {
  const why = answer.kind === 'truncated' ? answer.why : 'cutOff';
  if (why === 'undecodable') {
    return {
      code: 'truncated',
      title: 'The service answered, but the answer is compressed in a way that can’t be read.',
      advice: 'Try again. If that doesn’t help, contact whoever runs the service.',
      remedies: [tryAgain],
    };
  }
  if (why !== 'cutOff') {
    return {
      code: 'truncated',
      title: `The answer is longer than ${inSize(why)}, so only its beginning was read.`,
      advice: 'Ask for less at a time, or check the service address in Account.',
      remedies: [openAccount, tryAgain],
    };
  }
  return {
    code: 'truncated',
    title: 'The answer was cut off.',
    advice: 'What arrived is kept for support. Try again to get the whole page.',
    remedies: [tryAgain],
  };
}

export function describeUnanswered(answer: Unanswered, context: RequestContext): ProblemParts {
  if (answer.why === 'timeout') {
    return {
      code: 'timeout',
      title: `The service did not answer within ${Math.round(context.timeoutMs / 1000)} seconds.`,
      advice:
        'The request isn’t repeated automatically, so you don’t pay twice. Try again when you’re ready.',
      remedies: [tryAgain],
    };
  }
  if (answer.why === 'notHttp') {
    return {
      code: 'connection',
      title: 'What arrived can’t be read as an answer.',
      advice:
        'Check the service address in Account, or try again when you’re ready: the request isn’t repeated automatically, since the service may have counted it.',
      remedies: [openAccount, tryAgain],
    };
  }
  return {
    code: 'connection',
    title: 'The connection broke before an answer arrived.',
    advice:
      'The request may have arrived, so it isn’t repeated automatically. Try again when you’re ready.',
    remedies: [tryAgain],
  };
}

export const describeNotSent = ({ why }: NotSent): ProblemParts => notSent[why];

const unreachable = {
  code: 'connection' as const,
  title: 'The service could not be reached.',
  advice: 'Check the internet connection, then try again.',
  remedies: [tryAgain, openAccount],
};

const notSent: Record<NotSent['why'], ProblemParts> = {
  unknownHost: {
    code: 'unknown_host',
    title: 'The service’s address could not be found.',
    advice: 'Check the internet connection, and the service address in Account.',
    remedies: [tryAgain, openAccount],
  },
  untrusted: {
    code: 'untrusted',
    title: 'The service could not prove its identity.',
    advice:
      'Its certificate is not trusted here, so nothing was sent. Check the service address in Account.',
    remedies: [openAccount, tryAgain],
  },
  proxy: {
    code: 'proxy',
    title: 'The proxy of this network refused the connection.',
    advice:
      'Nothing was sent. Check the proxy in the system’s settings or in HTTPS_PROXY, or ask whoever runs the network.',
    remedies: [tryAgain],
  },
  noProxy: {
    code: 'proxy',
    title: 'The proxy of this network could not be reached.',
    advice:
      'Nothing was sent. Check the internet connection, and the proxy in the system’s settings or in HTTPS_PROXY.',
    remedies: [tryAgain],
  },
  blockedPort: {
    code: 'connection',
    title: 'The service’s port is blocked: programs never connect to it.',
    advice: 'Check the number after the last colon of the service address in Account.',
    remedies: [openAccount],
  },
  unsendable: {
    code: 'connection',
    title: 'This request can’t be sent as it is.',
    advice:
      'The key or the address has characters that can’t be sent, so nothing was. Check both in Account.',
    remedies: [openAccount, tryAgain],
  },
  misdirected: {
    code: 'connection',
    title: 'This request would lead to another address than its question’s, so it wasn’t sent.',
    advice:
      'It cost nothing. Check what you entered: a value can’t be “.” or “..”, nor can a question’s path contain them.',
    remedies: [],
  },
  refused: unreachable,
  stopped: unreachable,
};

/** Formats a limit in whole megabytes or gigabytes. */
export function inSize(bytes: number): string {
  const megabytes = Math.floor(bytes / 1024 ** 2);
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
}
