/**
 * Commands: what a person can do right now, by name. A component that renders a button also offers its
 * command while it is mounted, so that the palette never lists a command that does nothing.
 */
import type { LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, type RefObject } from 'react';
import type { Platform } from '#shared/catalogue/types.ts';

/** In the order of the list. */
export const commandGroups = [
  'ask',
  'rows',
  'tabs',
  'questions',
  'recipes',
  'runs',
  'pages',
  'theme',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

export const groupNames: Record<CommandGroup, string> = {
  ask: 'This question',
  rows: 'These rows',
  tabs: 'Open questions',
  questions: 'Ask a question',
  recipes: 'Recipes',
  runs: 'Earlier runs',
  pages: 'Go to',
  theme: 'Theme',
};

export interface Command {
  /** Unique among all. */
  id: string;
  group: CommandGroup;
  /** The same as its button's label. */
  title: string;
  /** Dimmed text beside the title; it is searched, too. */
  detail: string | null;
  icon: LucideIcon | { platform: Platform | null };
  /** Its keyboard shortcut, if any (in the format of `keyNames`). */
  keys?: string;
  act: () => void;
}

/** A command without what `useOffer` adds. */
export type Offer = Omit<Command, 'id' | 'group'>;

const offers = new Map<string, () => readonly Command[]>();

/** Offers commands while the component is mounted; null or an empty list: nothing is offered now. */
export function useOffer(
  group: CommandGroup,
  offered: () => readonly Offer[] | Offer | null,
): void {
  const id = useId();
  useCommands(() =>
    [offered() ?? []].flat().map((one) => Object.assign(one, { id: `${id} ${one.title}`, group })),
  );
}

/** Offers commands with fixed ids while the component is mounted. */
export function useCommands(given: () => readonly Command[]): void {
  const id = useId();
  const latest = useEffectEvent(given);
  useEffect(() => {
    offers.set(id, () => latest());
    return () => void offers.delete(id);
  }, [id]);
}

/** Offers a button's action under its name: the command clicks the button. */
export function useOfferedButton(
  group: CommandGroup,
  offer: Omit<Offer, 'act'>,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useOffer(group, () => {
    const { current } = button;
    return current === null || current.disabled ? null : { ...offer, act: () => current.click() };
  });
  return button;
}

/** Returns the commands that are offered now, in the order in which they appeared. */
export const offeredCommands = (): Command[] => [...offers.values()].flatMap((offer) => offer());
