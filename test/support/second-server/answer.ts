/** From a request as received to the answer the service would give when nothing goes wrong. */
import { authorization } from '../facts/records.ts';
import { jsonAnswer, outOfCredits, refusal, trialOnLive } from './answers.ts';
import { Operations } from './operations.ts';
import { answerFixed, answerTrialToken } from './others.ts';
import { answerLive, Cursors } from './pages.ts';
import { answerAdded, translate } from './renaming.ts';
import { findRoute } from './router.ts';
import type { DataRoute, Route } from './router.ts';
import type { Answer, Question, SecondServerOptions } from './types.ts';
import { checkNames, checkRequest } from './validation.ts';

export interface Credentials {
  readonly accessKey: string;
  readonly trialKey: string;
  readonly sessionToken: string;
}

/** A request taken apart, nothing judged yet. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Names and decoded values in order, repeated ones included. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly authorization: string | undefined;
  readonly body: string;
}

const carriedApart = new Set(['cursor', 'pageNumber', 'tableName']);

/** The question a data request asks. */
export function questionOf(
  { endpoint, values }: DataRoute,
  query: Readonly<Record<string, string>>,
): Question {
  const asked = Object.entries(query).filter(([name]) => !carriedApart.has(name));
  return { endpoint, values, query: Object.fromEntries(asked) };
}

/** Remembers cursors and operations between requests. */
export class Responder {
  readonly #cursors = new Cursors();
  readonly #operations: Operations;
  readonly #options: SecondServerOptions;
  readonly #credentials: Credentials;
  #credits: number;

  constructor(options: SecondServerOptions, credentials: Credentials) {
    this.#options = options;
    this.#credentials = credentials;
    this.#operations = new Operations(options);
    this.#credits = options.credits ?? Infinity;
  }

  /** A further cursor to a place that a page already answered (for the fault `emptyPage`). */
  cursorTo(question: Question, offset: number): string {
    return this.#cursors.mint(question, offset);
  }

  expireCursors(): void {
    this.#cursors.expire();
  }

  answer(given: RawRequest): Answer {
    const translated = this.#options.renamed ? translate(given.path, given.pairs) : given;
    const request = { ...given, ...translated };
    const added = this.#options.renamed ? answerAdded(given.path, given.pairs) : null;
    if (added !== null) {
      return this.#isSentWith(given, this.#credentials.accessKey)
        ? added
        : refusal(401, 'Missing or invalid access key');
    }
    if (translated === null) return refusal(404, `No such endpoint: ${given.path}`);
    let route: Route | undefined;
    try {
      route = findRoute(request.path);
    } catch {
      return refusal(400, 'The path is not valid percent-encoding');
    }
    if (!route) return refusal(404, `No such endpoint: ${request.path}`);
    const method = route.kind === 'other' ? route.endpoint.method : 'GET';
    if (request.method !== method) {
      return refusal(405, `Use ${method} for ${request.path}`, { Allow: method });
    }
    return route.kind === 'other'
      ? this.#answerOther(route, request)
      : this.#answerData(route, request);
  }

  #isSentWith(request: RawRequest, credential: string): boolean {
    return request.authorization === `${authorization.scheme} ${credential}`;
  }

  #answerData(route: DataRoute, request: RawRequest): Answer {
    const trial = this.#isSentWith(request, this.#credentials.trialKey);
    if (!trial && !this.#isSentWith(request, this.#credentials.accessKey)) {
      return refusal(401, 'Missing or invalid access key');
    }
    if (trial && route.kind === 'live') return trialOnLive();
    const query = Object.fromEntries(request.pairs);
    const names = request.pairs.map(([name]) => name);
    const message = checkRequest(route.endpoint, route.values, names, query);
    if (message) return refusal(400, message);
    if (this.#credits === 0) return outOfCredits();
    this.#credits -= 1;
    const question = questionOf(route, query);
    if (route.kind === 'live') {
      return answerLive(question, query.cursor, this.#cursors, this.#options);
    }
    const { pageNumber, tableName } = query;
    return this.#operations.answerStored({ question, trial, pageNumber, tableName });
  }

  #answerOther(route: Extract<Route, { kind: 'other' }>, request: RawRequest): Answer {
    const { id, credential } = route.endpoint;
    const { accessKey, trialKey, sessionToken } = this.#credentials;
    if (credential === 'session' && !this.#isSentWith(request, sessionToken)) {
      const message = 'A dashboard session is needed';
      // The specification lets this one 401 have a body of `message` only.
      return id === 'account.plan' ? jsonAnswer(401, { message }) : refusal(401, message);
    }
    const hasKey = this.#isSentWith(request, accessKey) || this.#isSentWith(request, trialKey);
    if (credential === 'accessKey' && !hasKey) return refusal(401, 'Missing or invalid access key');
    const message = checkNames(
      request.pairs.map(([name]) => name),
      [],
    );
    if (message) return refusal(400, message);
    if (credential === 'none' && request.authorization !== undefined) {
      return refusal(400, 'A credential was sent to an endpoint that takes none');
    }
    if (id === 'operations.get') {
      return this.#operations.answerOperation(route.values.id ?? '');
    }
    if (id === 'trial.token') return answerTrialToken(request.body, trialKey);
    return answerFixed(id, this.#options.selfDescription);
  }
}
