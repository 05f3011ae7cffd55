/** Which commands the palette lists for the typed text, and in which order. */
import {
  commandGroups,
  groupNames,
  type Command,
  type CommandGroup,
} from '#renderer/components/commands/commands.ts';
import { fold, rankOf, wordsOf } from '#renderer/components/find.ts';

export interface ListedGroup {
  group: CommandGroup;
  commands: readonly Command[];
}

/** Not listed before anything is typed: history would bury everything else. */
const onlyWhenTyped: readonly CommandGroup[] = ['runs'];
/** More of them are better viewed in History. */
const mostRuns = 6;

/**
 * Returns the groups in their order; with words typed, only commands that match all of them, starting
 * with the group of the best match, so that Enter runs that.
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

/** Ranks a command: a title that equals the typed text or starts with it is most likely meant. */
function rankOfCommand({ title, detail, group }: Command, words: readonly string[]): number | null {
  // “save” means “Save…”, not “Save as recipe…”.
  const folded = fold(title).replace(/…$/, '');
  const beginnings = folded.split(/\s+/).map((_word, index, all) => all.slice(index).join(' '));
  const typed = words.join(' ');
  if (folded === typed) return 0;
  if (folded.startsWith(typed)) return 1;
  if (beginnings.some((beginning) => beginning.startsWith(typed))) return 2;
  const rank = rankOf([folded, fold(`${detail ?? ''} ${groupNames[group]}`)], words);
  return rank === null ? null : rank + 3;
}
