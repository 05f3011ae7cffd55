/** Finding questions and other commands in the palette by typed words. */
import { Table2 } from 'lucide-react';
import { expect, it } from 'vitest';
import type { Offer, OfferGroup } from '#renderer/components/actions.tsx';
import { rankOf, wordsOf } from '#renderer/components/find.ts';
import { foldAccents } from '#shared/fold.ts';
import { findCommands } from '#renderer/features/palette/CommandPalette.tsx';
import { groupQuestions, textsOf } from '#renderer/features/shell/questions.ts';
import { catalogue, liveEndpoints } from '#main/catalogue/index.ts';

it('typed words are folded, and rank by the last text that one of them needed', () => {
  expect(foldAccents('Réponses ŻÓŁĆ')).toBe('reponses zołc');
  expect(wordsOf('  Réponses  à ')).toEqual(['reponses', 'a']);
  expect(wordsOf(' ')).toEqual([]);
  const texts = ['search posts', 'microblog', 'words'];
  const typed = [['posts'], ['posts', 'microblog'], ['words', 'posts'], ['posts', 'nowhere'], []];
  expect(typed.map((words) => rankOf(texts, words))).toEqual([0, 1, 2, null, 0]);
});

it('questions are every live one once, by platform, and nothing else', () => {
  const groups = groupQuestions(catalogue);
  const platforms = ['microblog', 'photoshare', 'forum', 'shortvideo'];
  expect(groups.map(({ platform }) => platform)).toEqual(platforms);
  expect(groups.flatMap(({ questions }) => questions)).toEqual(liveEndpoints);
});

const act = (): void => undefined;
const command = (group: OfferGroup, label: string, detail: string | null = null): Offer => {
  return { id: `${group} ${label}`, group, label, detail, icon: Table2, act };
};
const commands = [
  command('pages', 'History'),
  command('theme', 'Dark'),
  command('ask', 'Next page', 'One call.'),
  command('rows', 'Pages', 'view'),
  command('rows', 'Summary under names'),
  command('rows', 'Summary…'),
  command('questions', 'Comments on a post', 'Microblog'),
  command('questions', 'One comment', 'Photoshare'),
  command('runs', 'Réponses: trees', '20 rows'),
];

const unasked = 'Next page|Pages|Summary under names|Summary…|Comments on a post|One comment';
it.each([
  // In the order of the groups, without what was fetched.
  ['  ', `${unasked}|History|Dark`],
  // A title that begins with what was typed comes first, and its group too.
  ['pa', 'Pages|Next page'],
  // A title is meant whose dots alone were left out.
  ['summary', 'Summary…|Summary under names'],
  ['summary…', 'Summary…|Summary under names'],
  ['Summary...', 'Summary…|Summary under names'],
  ['one', 'One comment|Next page'],
  // Every word somewhere: in title, detail or group.
  ['comment microblog', 'Comments on a post'],
  ['theme dark', 'Dark'],
  ['REPONSES trees', 'Réponses: trees'],
])('commands for “%s” are %s', (typed, titles) => {
  const listed = findCommands(commands, typed).flatMap((group) => group.commands);
  expect(listed.map(({ label }) => label).join('|')).toBe(titles);
});

it('questions are found by title in any case and order of words, by platform, and by what an answer has', () => {
  const questions = liveEndpoints.map((question): Offer => {
    const { id, title, platform } = question;
    const also = textsOf(question, catalogue.resources);
    return Object.assign(command('questions', title, platform), { id, also });
  });
  const found = (typed: string) =>
    findCommands(questions, typed).flatMap((group) => group.commands.map(({ id }) => id));
  expect(found('POSTS sêarch')[0]).toBe('microblog.posts.search');
  expect(found('forum').slice(0, 2)).toEqual(['forum.posts.by-ids', 'forum.comments.by-user']);
  expect(found('likeCount')).toContain('microblog.posts.search');
  expect(found('likeCount')).not.toContain('microblog.users.search');
  // They have to fit every word.
  expect(found('comments zebra')).toEqual([]);
  expect(found('photoshare comments').every((id) => id.startsWith('photoshare.'))).toBe(true);
});

it('commands name no more than six of what was fetched', () => {
  const many = Array.from({ length: 9 }, (_, number) => command('runs', `Posts: ${number}`));
  expect(findCommands(many, 'posts')[0]?.commands).toEqual(many.slice(0, 6));
});
