/** Error answers, with the bodies of the specification's Errors table. */
import { trialLiveCode } from '#shared/service/answers.ts';
import { writeJson } from './json.ts';
import type { Json } from './json.ts';

const jsonType = 'application/json; charset=utf-8';

export function answerJson(status: number, body: Json) {
  return new Response(writeJson(body), { status, headers: { 'content-type': jsonType } });
}

const messages: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'The access key is missing or not valid.',
  402: 'No credits are left. They are renewed with the next period of your plan.',
  403: 'This is not available for your key.',
  404: 'There is nothing at this address.',
  429: 'Too many requests. Please wait a moment.',
};

/** The body that the specification gives for a status. */
function refusalBody(status: number, message = messages[status]): Json {
  if (status === 403) {
    return { success: false, code: 'forbidden', message: message ?? '' };
  }
  if (message !== undefined) return { success: false, message };
  return {
    success: false,
    message: 'The request could not be fulfilled. Please try again after a short pause.',
    error: `Upstream error (${status})`,
  };
}

export function refuse(status: number, message?: string): Response {
  return answerJson(status, refusalBody(status, message));
}

/** Specification, Authentication, rule 3. */
export const refuseTrial = (): Response =>
  answerJson(403, {
    success: false,
    code: trialLiveCode,
    message: 'Live endpoints are not available with a trial key.',
  });
