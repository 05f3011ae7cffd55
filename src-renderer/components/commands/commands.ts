/**
 * Commands: what a person can do right now, by name. Whoever draws a button for something offers
 * the same thing here while it is drawn, so that the palette never has one that does nothing.
 */
import type { LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, type RefObject } from 'react';
import type { Platform } from '#shared/catalogue/types.ts';

/** In the order in which they are listed. */
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
  runs: 'Fetched earlier',
  pages: 'Go to',
  theme: 'Theme',
};

export interface Command {
  /** Unique among all. */
  id: string;
  group: CommandGroup;
  /** As its button says it. */
  title: string;
  /** Quieter, beside the title; it finds the command too. */
  detail: string | null;
  icon: LucideIcon | { platform: Platform | null };
  /** The keys that do the same, if any (as `keyNames` takes them). */
  keys?: string;
  act: () => void;
}

/** Without what `useOffer` adds. */
export type Offer = Omit<Command, 'id' | 'group'>;

const offers = new Map<string, () => readonly Command[]>();

/** Offers commands as long as the component is there; null or none: nothing is offered now. */
export function useOffer(
  group: CommandGroup,
  offered: () => readonly Offer[] | Offer | null,
): void {
  const id = useId();
  useCommands(() =>
    [offered() ?? []].flat().map((one) => Object.assign(one, { id: `${id} ${one.title}`, group })),
  );
}

/** Offers commands that are always there, as long as the component is. */
export function useCommands(given: () => readonly Command[]): void {
  const id = useId();
  const latest = useEffectEvent(given);
  useEffect(() => {
    offers.set(id, () => latest());
    return () => void offers.delete(id);
  }, [id]);
}

/** Offers what a button does, under its own name: doing it presses the button. */
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

/** What is offered at this moment, in the order in which it appeared. */
export const offeredCommands = (): Command[] => [...offers.values()].flatMap((offer) => offer());
