/** Every question the service answers. Only what behaves specially is written down here. */
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import type { Item } from '../answers.ts';
import type { Occasion } from '../data/memory.ts';
import { numbersOf, postItem } from '../data/microblog.ts';
import { answersTo, makePost } from '../data/posts.ts';
import type { Post } from '../data/posts.ts';
import { withinDays } from '../data/rows.ts';
import type { Question } from '../data/rows.ts';
import { answerFromResource, ofShownPost } from './by-resource.ts';
import { forumQuestions } from './forum.ts';
import { photoshareQuestions } from './photoshare.ts';
import { shortvideoQuestions } from './shortvideo.ts';

const answers = (kind: 'replies' | 'quotes'): Question =>
  ofShownPost('microblog', ({ world, now, values }, post) => {
    const numbers = numbersOf(world, post);
    const { total, at } = answersTo(world, post, { kind, total: numbers[kind], now });
    const occasion: Occasion = { kind, parent: post.id };
    const answerAt = (index: number): Post =>
      makePost(world, { ...at(index), platform: 'microblog', occasion });
    const item = (index: number): Item => postItem(world, answerAt(index));
    return withinDays({ kind: 'rows', total, at: item }, (index) => at(index).second, values);
  });

const special: Readonly<Record<string, Question>> = {
  'microblog.posts.comments': answers('replies'),
  'microblog.posts.quotes': answers('quotes'),
  ...photoshareQuestions,
  ...forumQuestions,
  ...shortvideoQuestions,
};

/** A stored question is its live one, asked of what is stored. */
export const questionFor = (endpoint: DataEndpoint): Question =>
  special[endpoint.id.replace(/\.stored$/, '')] ?? answerFromResource(endpoint);
