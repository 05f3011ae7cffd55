import { Table2 } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import type { Command, CommandGroup } from '#renderer/components/commands/commands.ts';
import { findCommands } from '#renderer/features/palette/find-commands.ts';

const command = (group: CommandGroup, title: string, detail: string | null = null): Command => ({
  id: `${group} ${title}`,
  group,
  title,
  detail,
  icon: Table2,
  act: () => undefined,
});

/** "group: title, title" for each group listed. */
const found = (commands: readonly Command[], typed: string): string[] =>
  findCommands(commands, typed).map(
    ({ group, commands: listed }) => `${group}: ${listed.map(({ title }) => title).join(', ')}`,
  );

const commands = [
  command('pages', 'History'),
  command('theme', 'Dark'),
  command('ask', 'Next page', 'One metered call.'),
  command('rows', 'Save…'),
  command('rows', 'Pages', 'view'),
  command('questions', 'Comments on a post', 'Microblog'),
  command('questions', 'One comment', 'Photoshare'),
  command('runs', 'Posts: trees', '20 rows'),
];

describe('findCommands', () => {
  it('lists everything in the order of the groups, but what was fetched, before a word is typed', () => {
    const all = [
      'ask: Next page',
      'rows: Save…, Pages',
      'questions: Comments on a post, One comment',
      'pages: History',
      'theme: Dark',
    ];
    expect(found(commands, '')).toEqual(all);
    expect(found(commands, '   ')).toEqual(all);
  });

  it('puts a title that begins with what was typed first, and its group too', () => {
    expect(found(commands, 'pa')).toEqual(['rows: Pages', 'ask: Next page']);
    expect(found(commands, 'comment')).toEqual(['questions: Comments on a post, One comment']);
    const named = [command('rows', 'Summary under names'), command('rows', 'Summary')];
    expect(found(named, 'summary')).toEqual(['rows: Summary, Summary under names']);
    expect(found(commands, 'one')).toEqual(['questions: One comment', 'ask: Next page']);
  });

  it('needs every word somewhere, in title, detail or group', () => {
    expect(found(commands, 'comment microblog')).toEqual(['questions: Comments on a post']);
    expect(found(commands, 'theme dark')).toEqual(['theme: Dark']);
    expect(found(commands, 'comment dark')).toEqual([]);
  });

  it('knows neither case nor accents', () => {
    const named = [command('runs', 'Réponses à Ada')];
    expect(found(named, 'REPONSES ada')).toEqual(['runs: Réponses à Ada']);
  });

  it('names what was fetched once a word is typed, and no more than six of it', () => {
    expect(found(commands, 'trees')).toEqual(['runs: Posts: trees']);
    const many = Array.from({ length: 9 }, (_, number) => command('runs', `Posts: ${number}`));
    expect(findCommands(many, 'posts')[0]?.commands).toEqual(many.slice(0, 6));
  });
});
