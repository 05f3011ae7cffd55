/**
 * Actions: what a person can do, each written once. The same entry is a button, a line of a menu, an offer
 * of the palette, and what its keys do.
 */
import {
  ActionIcon,
  Box,
  Text,
  VisuallyHidden,
  type ActionIconProps,
  type MenuProps,
  type TextProps,
} from '@mantine/core';
// oxlint-disable-next-line eslint/no-restricted-imports -- the only menu
import { Menu } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { Check, Ellipsis, type LucideIcon } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import type { Platform } from '#shared/catalogue/types.ts';
import { SmallButton, type SmallButtonProps } from './buttons.tsx';
import { usePending } from './hooks.ts';
import { PlatformIcon } from './platforms.tsx';
import { keyNames } from './words.ts';

/** Without `act` and `further`, the heading of the lines below it. */
export interface Action {
  /** Identifies it if its label is not unique, or changes. */
  id?: string;
  label: string;
  /** In a menu instead of the label: with a count, for example. */
  words?: ReactNode;
  /** Null: empty space for one, so that labels are aligned. */
  icon?: LucideIcon | { platform: Platform | null } | null;
  /** Its keyboard shortcut, as `keysOf` returns it. */
  keys?: string | undefined;
  /** Dimmed, beside the label: a cost, for example. The palette searches it, too. */
  detail?: string | null;
  /** What the palette finds it by besides. */
  also?: string;
  /** What it does, if the label doesn't say it all. */
  hint?: string;
  /** For what is on or off, or chosen or not. */
  isOn?: boolean;
  /** It is one of several, of which one is on. */
  isChoice?: true;
  isDisabled?: boolean;
  /** A submenu instead of `act`. */
  further?: readonly Action[];
  act?: (held: Pick<MouseEvent, 'ctrlKey' | 'metaKey'>) => Promise<void> | void;
}

/** Returns those that are possible: of `condition && action`, the ones whose condition holds. */
export const possible = (...actions: readonly (Action | false | null)[]): Action[] =>
  actions.filter((one) => one !== false && one !== null);

/** Lines with a divider between them; empty ones are left out. */
export type Sections = readonly (readonly Action[])[];

const noKeys = { ctrlKey: false, metaKey: false };

/** Does it as if it were clicked with no key held. */
export const perform = ({ act }: Action): void => void act?.(noKeys);

/** Its icon, `size` px wide. */
export function ActionSign({ icon: Icon, size }: Pick<Action, 'icon'> & { size: number }) {
  if (Icon == null) return <Box component="span" display="block" w={size} />;
  if ('platform' in Icon) return <PlatformIcon platform={Icon.platform} size={size} />;
  return <Icon size={size} aria-hidden />;
}

// Menus.

const clickOutsideEvents = ['mousedown', 'touchstart'];

interface ActionMenuProps extends MenuProps {
  /** Called while it is open. */
  sections: () => Sections;
  /** Its name, if it hangs on a point. */
  label?: string;
  /** The point that it hangs on, in px from the top left of the window. */
  at?: { left: number; top: number; pos?: 'absolute' };
  /** The button that opens it, if it doesn't hang on a point. */
  children?: ReactNode;
}

/**
 * A menu as part of the page: outside of `main` it would not be in a landmark. Its first possible line gets
 * the focus directly, because a menu must not have an empty element before it.
 */
export function ActionMenu({ sections, label, at, children, ...menu }: ActionMenuProps) {
  const main = document.getElementById('main');
  const { opened, onChange, onClose } = menu;
  const [isOpen, setOpen] = useUncontrolled({ value: opened, defaultValue: false, onChange });
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  const leave = (): void => {
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    leave();
    onClose?.();
    setOpen(false);
  });
  useEffect(() => {
    // Before all others: what is behind a menu stays as it is, wherever the focus and its element are.
    const onKeyDown = (event: KeyboardEvent): void => close(event);
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      // The key event that opens a menu is still bubbling when the menu starts listening.
      clickOutsideEvents={clickOutsideEvents}
      // A point in the grid counts as hidden while the menu is being positioned, and a hidden menu
      // can't get the focus.
      hideDetached={false}
      // Later than here, it would take the focus from what a line opened.
      returnFocus={false}
      {...(main === null ? {} : { portalProps: { target: main } })}
      {...menu}
      opened={isOpen}
      onChange={setOpen}
    >
      <Menu.Target>
        {at === undefined ? (
          children
        ) : (
          // It is never pressed: the menu takes its position and its name from it.
          <Box aria-hidden aria-label={label} pos="fixed" {...at} w={0} h={0} />
        )}
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        <Lines of={sections} onChoose={leave} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface Choosing {
  /** Called before the action. */
  onChoose: () => void;
}

function Lines({ of, onChoose }: Choosing & { of: () => Sections }) {
  const sections = of().filter(({ length }) => length > 0);
  const first = sections.flat().find((one) => !isHeading(one) && one.isDisabled !== true);
  return sections.map((section, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- sections have no name
    <Fragment key={index}>
      {index > 0 && <Menu.Divider />}
      {section.map((action) => (
        <Line
          key={action.id ?? action.label}
          {...{ action, onChoose }}
          isFirst={action === first}
        />
      ))}
    </Fragment>
  ));
}

const isHeading = ({ act, further }: Action): boolean => act === undefined && further === undefined;

const iconSize = 14;

interface LineProps extends Choosing {
  action: Action;
  isFirst?: boolean;
}

function Line({ action, isFirst = false, onChoose }: LineProps) {
  const { label, words = label, icon, keys, detail, hint, isOn, further, act } = action;
  if (isHeading(action)) return <Menu.Label>{words}</Menu.Label>;
  const leftSection = icon === undefined ? undefined : <ActionSign {...{ icon }} size={iconSize} />;
  const hasEnd = isOn === true || detail != null || keys !== undefined;
  if (further !== undefined) {
    return (
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={leftSection}>{words}</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>
          {further.map((one) => (
            <Line key={one.id ?? one.label} action={one} onChoose={onChoose} />
          ))}
        </Menu.Sub.Dropdown>
      </Menu.Sub>
    );
  }
  const choose: Action['act'] = (held) => {
    onChoose();
    void act?.(held);
  };
  if (action.isChoice === true) {
    return (
      <Menu.RadioItem value={label} checked={isOn ?? false} onChange={() => void choose(noKeys)}>
        {words}
      </Menu.RadioItem>
    );
  }
  return (
    <Menu.Item
      data-autofocus={isFirst || undefined}
      leftSection={leftSection}
      rightSection={
        hasEnd && (
          <>
            {isOn === true && (
              <>
                <Check size={iconSize} />
                <VisuallyHidden>(on)</VisuallyHidden>
              </>
            )}
            {detail != null && (
              <Text span size="xs" c="dimmed" ps={12}>
                {detail}
              </Text>
            )}
            {keys !== undefined && <MenuKeys ps={12}>{keyNames(keys)}</MenuKeys>}
          </>
        )
      }
      title={hint}
      disabled={action.isDisabled}
      onClick={(event) => void choose(event)}
    >
      {words}
    </Menu.Item>
  );
}

/** A keyboard shortcut beside what it does. */
export const MenuKeys = (props: TextProps & { children: string }) => (
  <Text component="kbd" aria-hidden size="xs" ff="inherit" c="dimmed" {...props} />
);

interface MoreMenuProps
  extends ActionIconProps, Pick<ActionMenuProps, 'sections' | 'position' | 'withinPortal'> {
  /** "More for the team’s key". */
  label: string;
  /** Of the menu, in px. */
  width?: number;
  tabIndex?: number;
}

/** Further actions, behind a button with three dots. */
export const MoreMenu = ({
  label,
  sections,
  width,
  position = 'bottom-end',
  withinPortal = true,
  ...button
}: MoreMenuProps) => (
  <ActionMenu {...{ sections, position, withinPortal }} {...(width === undefined ? {} : { width })}>
    <ActionIcon aria-label={label} title={label} {...button}>
      <Ellipsis />
    </ActionIcon>
  </ActionMenu>
);

// Buttons.

/** Once at a time: a second click while it is running does nothing. */
export function ActionButton({
  action,
  ...props
}: { action: Action } & Omit<SmallButtonProps, 'icon' | 'onClick'>) {
  const { label, icon, hint, detail, isOn, isDisabled = false } = action;
  const [isPending, start] = usePending(() => action.act?.(noKeys));
  return (
    <SmallButton
      leftSection={icon && <ActionSign icon={icon} size={14} />}
      title={hint ?? detail ?? undefined}
      aria-pressed={isOn}
      disabled={isPending || isDisabled}
      onClick={start}
      {...props}
    >
      {label}
    </SmallButton>
  );
}

/** With its icon alone. */
export function ActionPicture({ action, ...props }: { action: Action } & ActionIconProps) {
  const { label, icon, hint, isDisabled = false } = action;
  const [isPending, start] = usePending(() => action.act?.(noKeys));
  return (
    <ActionIcon
      aria-label={label}
      title={hint ?? label}
      disabled={isPending || isDisabled}
      onClick={start}
      {...props}
    >
      <ActionSign icon={icon ?? null} size={15} />
    </ActionIcon>
  );
}

// Offers: what can be done right now, by name or by its keys. A component that renders a button also offers
// its action while it is mounted, so that the palette never lists one that does nothing.

/** In the order of the list. */
export const groupNames = {
  ask: 'This question',
  rows: 'These rows',
  tabs: 'Open questions',
  questions: 'Ask a question',
  recipes: 'Recipes',
  runs: 'Earlier runs',
  pages: 'Go to',
  theme: 'Theme',
};
export type OfferGroup = keyof typeof groupNames;

export const offerGroups = Object.keys(groupNames).filter((name): name is OfferGroup =>
  Object.hasOwn(groupNames, name),
);

/** An action as the palette lists it. */
export interface Offer extends Action {
  /** Unique among all. */
  id: string;
  group: OfferGroup;
}

const offers = new Map<string, { group: OfferGroup; of: () => readonly Offer[] }>();

/** Offers actions while the component is mounted; null or an empty list: nothing is offered now. */
export function useOffer(
  group: OfferGroup,
  offered: () => readonly Action[] | Action | null,
): void {
  const id = useId();
  const latest = useRef(offered);
  useEffect(() => {
    latest.current = offered;
  });
  useEffect(() => {
    const named = (one: Action): Offer =>
      Object.assign({}, one, { group, id: one.id ?? `${id} ${one.label}` });
    offers.set(id, { group, of: () => [latest.current() ?? []].flat().map(named) });
    return () => void offers.delete(id);
  }, [id, group]);
}

/** Offers a button's action under its name: the offer clicks the button. */
export function useOfferedButton(
  group: OfferGroup,
  action: Omit<Action, 'act'>,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useOffer(group, () => {
    const { current } = button;
    if (current === null) return null;
    return { ...action, isDisabled: current.disabled, act: () => current.click() };
  });
  return button;
}

/** Returns what is offered now, in the order in which it appeared, also what is switched off. */
export const allOffers = (groups: readonly OfferGroup[] = offerGroups): Offer[] =>
  [...offers.values()].flatMap(({ group, of }) => (groups.includes(group) ? of() : []));

/** Returns what can be done now. */
export const offersNow = (): Offer[] => allOffers().filter(({ isDisabled }) => isDisabled !== true);

// Keys.

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
};

export interface Keys extends Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
> {
  code?: string;
}

export const paletteKeys = 'Ctrl+K';

/**
 * Returns the pressed keys as `keyNames` takes them, ⌘ as Ctrl: "Ctrl+Shift+T", "Alt+←". On a Cyrillic or
 * Greek layout, a letter is that of the same key on a Latin one, as browsers and systems do for their own
 * shortcuts.
 */
export function keysOf({ key, code = '', ctrlKey, metaKey, altKey, shiftKey }: Keys): string {
  const isLatin = /^[ -~]+$/.test(key);
  const physical = isLatin ? undefined : /^Key([A-Z])$/.exec(code)?.[1];
  const name = signs[key] ?? physical ?? (key.length === 1 ? key.toUpperCase() : key);
  const held = [(ctrlKey || metaKey) && 'Ctrl+', altKey && 'Alt+', shiftKey && 'Shift+'];
  return [...held.filter(Boolean), name].join('');
}

/** There may be thousands of runs, and none has keys. */
const groupsWithKeys: readonly OfferGroup[] = ['ask', 'rows', 'tabs', 'pages'];

export const undoKeys = 'Ctrl+Z';
export const redoKeys = 'Ctrl+Shift+Z';

const textFields = 'textarea, input:not([type="checkbox"], [type="radio"])';

/** Does what is offered with the pressed keys, also while the person types, but not behind a dialog. */
function actOnKeys(event: KeyboardEvent): void {
  const pressed = keysOf(event);
  const keys = pressed === 'Ctrl+Y' ? redoKeys : pressed;
  if (event.defaultPrevented || !/^(?:Ctrl|Alt)\+/.test(keys)) return;
  const isTyping = event.target instanceof Element && event.target.matches(textFields);
  // All of a page is of no use, and would stay selected: clicks on it then drag it.
  if (keys === 'Ctrl+A' && !isTyping) event.preventDefault();
  const isUndo = keys === undoKeys || keys === redoKeys;
  // What is typed has an undo of its own.
  if (isUndo && isTyping) return;
  if (document.querySelector('[role="dialog"]') !== null) return;
  // The browser would go to a field and undo what was typed there, however long ago.
  if (isUndo) event.preventDefault();
  const found = allOffers(groupsWithKeys).find((one) => one.keys === keys);
  if (found === undefined || found.isDisabled === true) return;
  event.preventDefault();
  perform(found);
}
document.documentElement.addEventListener('keydown', actOnKeys);
