/** What the service says in an error's body. */
import { errorBodySchema, servicesErrorSchema } from '#shared/service/answers.ts';
import type { Answer } from './send.ts';

export function errorBody(answer: Answer): { message?: string; code?: string; error?: string } {
  if (answer.kind !== 'answered') return {};
  try {
    const parsed = errorBodySchema.safeParse(JSON.parse(new TextDecoder().decode(answer.body)));
    if (!parsed.success) return {};
    const { message, code, error } = parsed.data;
    return {
      ...(message === undefined ? {} : { message }),
      ...(code === undefined ? {} : { code }),
      ...(error === undefined ? {} : { error }),
    };
  } catch {
    return {};
  }
}

/**
 * Whether the error's body is the service's: `{success: false, message}` (specification, Errors).
 * Any web server answers 404; what it says then is not about the service's data or keys.
 */
export function isServicesError(answer: Answer): boolean {
  if (answer.kind !== 'answered') return false;
  try {
    return servicesErrorSchema.safeParse(JSON.parse(new TextDecoder().decode(answer.body))).success;
  } catch {
    return false;
  }
}

/** Longest part of the service's message that is shown. */
const longestSaid = 500;

export function saidBy(answer: Answer): string | null {
  if (answer.kind === 'answered' && answer.status < 400) return null;
  const { message, error } = errorBody(answer);
  return (message ?? error)?.slice(0, longestSaid) ?? null;
}

/** The service's own sentence is the best advice on its own rules; ours is the fallback. */
export function adviceWith(answer: Answer, ours: string): string {
  const said = saidBy(answer);
  return said === null ? ours : `It says: “${said}” ${ours}`;
}
