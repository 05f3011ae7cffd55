/** What is under *What happened*: label and value, for the screen and for support. */
import { costWords, type Problem } from '#shared/contract/problem.ts';
import { localSecond, secondsText } from '../dates.ts';

export interface ProblemFact {
  label: string;
  value: string;
  /** Copied from the wire: shown in mono. */
  literal?: true;
}

/** Empty when nothing more is known than the problem's own sentences. */
export function problemFacts(problem: Problem): ProblemFact[] {
  const { details } = problem;
  if (details === null) return [];
  const { serviceSaid, status, serviceCode, target, sentAt, ms, attempts } = details;
  const answer = [status === null ? null : String(status), serviceCode].filter(Boolean).join(' · ');
  const facts: ProblemFact[] = [];
  if (serviceSaid !== null) facts.push({ label: 'Service said', value: serviceSaid });
  if (answer !== '') facts.push({ label: 'Answer', value: answer, literal: true });
  if (target !== null) facts.push({ label: 'Address', value: target, literal: true });
  if (sentAt !== null) facts.push({ label: 'Sent', value: sentText(sentAt, ms, status !== null) });
  if (attempts > 0) {
    facts.push({
      label: 'Requests',
      value: attempts === 1 ? '1' : `${attempts}, repeats included`,
    });
  }
  facts.push({ label: 'Cost', value: costWords(problem) });
  return facts;
}

function sentText(sentAt: string, ms: number | null, answered: boolean): string {
  if (ms === null) return localSecond(sentAt);
  return `${localSecond(sentAt)}, ${answered ? 'answered in' : 'given up after'} ${secondsText(ms)}`;
}

/** The whole problem as plain text, for a message to support. */
export function problemText(problem: Problem): string {
  const lines = [`${problem.title} (${problem.code})`, problem.advice];
  for (const { label, value } of problemFacts(problem)) lines.push(`${label}: ${value}`);
  return lines.join('\n');
}
