/** Which commands the palette lists for what was typed, and in which order. */
import {
  commandGroups,
  groupNames,
  type Command,
  type CommandGroup,
} from '../../components/commands/commands.ts';
import { fold, rankOf, wordsOf } from '../../components/find.ts';

export interface ListedGroup {
  group: CommandGroup;
  commands: readonly Command[];
}

/** With nothing typed this is history: it would bury the rest. */
const onlyWhenTyped: readonly CommandGroup[] = ['runs'];
/** More of them are better looked at in History. */
const mostRuns = 6;

/**
 * Groups in their order; with words typed only what fits all of them, the group with the best
 * first, so that Enter does the best.
 */
export function findCommands(commands: readonly Command[], typed: string): ListedGroup[] {
  const words = wordsOf(typed);
  return commandGroups
    .flatMap((group) => {
      if (words.length === 0 && onlyWhenTyped.includes(group)) return [];
      const ranked = commands
        .filter((command) => command.group === group)
        .map((command) => ({ command, rank: rankOfCommand(command, words) }))
        .filter((one): one is { command: Command; rank: number } => one.rank !== null)
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, group === 'runs' ? mostRuns : undefined);
      const best = ranked[0]?.rank;
      return best === undefined
        ? []
        : [{ group, best, commands: ranked.map((one) => one.command) }];
    })
    .toSorted((a, b) => a.best - b.best)
    .map(({ group, commands: listed }) => ({ group, commands: listed }));
}

/** A title that is what was typed, or begins with it, was meant. */
function rankOfCommand({ title, detail, group }: Command, words: readonly string[]): number | null {
  // “Save…” is what “save” means, and not “Save as recipe…”.
  const folded = fold(title).replace(/…$/, '');
  const beginnings = folded.split(/\s+/).map((_word, index, all) => all.slice(index).join(' '));
  const typed = words.join(' ');
  if (folded === typed) return 0;
  if (folded.startsWith(typed)) return 1;
  if (beginnings.some((beginning) => beginning.startsWith(typed))) return 2;
  const rank = rankOf([folded, fold(`${detail ?? ''} ${groupNames[group]}`)], words);
  return rank === null ? null : rank + 3;
}
