/** All questions the service answers live, by the catalogue's endpoint ids. */
import type { Question } from '../data/rows.ts';
import { forumQuestions } from './forum.ts';
import { microblogQuestions } from './microblog.ts';
import { photoshareQuestions } from './photoshare.ts';
import { shortvideoQuestions } from './shortvideo.ts';

export const questions: Readonly<Record<string, Question>> = {
  ...microblogQuestions,
  ...photoshareQuestions,
  ...forumQuestions,
  ...shortvideoQuestions,
};
