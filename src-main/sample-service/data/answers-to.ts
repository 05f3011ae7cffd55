/** The answers under a post, of whichever platform: who answers, when, in which order. */
import type { World } from './memory.ts';
import { crowd } from './people/finding.ts';
import type { Persona } from './people/persona.ts';

const day = 86_400;
const minute = 60;

export interface Answers {
  total: number;
  /** The newest first; each answer is by somebody else. */
  at: (index: number) => { author: Persona; second: number };
}

interface AnsweredPost {
  id: string;
  second: number;
  author: Persona;
}

/**
 * Answers come quickly at first and trickle in over three days. Those under a fresh post have
 * all come already: a post whose count can't be listed would look broken.
 */
export function answersTo(
  world: World,
  post: AnsweredPost,
  { kind, total, now }: { kind: string; total: number; now: number },
): Answers {
  const age = Math.max(now - post.second, minute);
  const during = [3 * day, 45 * minute].find((span) => span < age) ?? age;
  const people = crowd(world, {
    language: post.author.language,
    key: `${world.seed} ${kind} ${post.id}`,
    without: post.author,
  });
  const at = (index: number): { author: Persona; second: number } => {
    const share = (total - index) / (total + 1);
    const second = post.second + 5 + Math.floor((during - 10) * share ** 3);
    return { author: people.at(index), second };
  };
  return { total: Math.min(total, people.total), at };
}
