/** The toolbar above the rows, and the bar that turns fetched pages. */
import { ActionIcon, Box, Group, Menu, SegmentedControl, Tooltip, Text } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  AlignLeft,
  ChartColumn,
  Download,
  Ellipsis,
  List,
  IdCard,
  PanelRight,
  Table2,
  type LucideIcon,
  ChevronLeft,
  ChevronRight,
} from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { PageMenu, MenuLines, type MenuLine } from '#renderer/components/popups.tsx';
import { useOffer, useOfferedButton } from '#renderer/components/commands/commands.ts';
import type { Page, Run } from '#shared/contract/run.ts';
import { localClock, secondsText } from '#renderer/components/dates.ts';
import { countOf } from '#renderer/components/words.ts';
import { showDetails, useResultsView, type ViewMode, changeRunView } from '../view-state.ts';
import { rowsShown } from '../use-run-rows.ts';
import { ToolButton, BarContext, toolsInMenu, useFit, type Bar } from './tools.tsx';
import classes from './Toolbar.module.css';

interface ToolbarProps {
  mode: ViewMode;
  /** An answer with one item has a card, but no summary or charts. */
  isOne?: boolean;
  onMode: (mode: ViewMode) => void;
  onSave: () => void;
  /** Tools that change which rows are shown; empty if they are shown as they are. */
  children?: ReactNode;
  /** Beside *Details*. */
  tools?: ReactNode;
  /** False before the first rows: there is nothing to view or save. */
  hasRows: boolean;
  /** Whether it has inputs to show. */
  hasList?: boolean;
}

/** *Pages* is a way to read the table, not a view of its own (DisplayMenu.tsx). */
const modes: readonly { value: Exclude<ViewMode, 'pages'>; icon: LucideIcon; text: string }[] = [
  { value: 'table', icon: Table2, text: 'Table' },
  { value: 'inputs', icon: List, text: 'Inputs' },
  { value: 'summary', icon: AlignLeft, text: 'Summary' },
  { value: 'charts', icon: ChartColumn, text: 'Charts' },
];
const modesOfOne: typeof modes = [
  { value: 'card', icon: IdCard, text: 'Card' },
  { value: 'table', icon: Table2, text: 'Table' },
];

/** The tools for the rows, above them. */
export function Toolbar(props: ToolbarProps) {
  const { mode, isOne = false, onMode, onSave, children, tools, hasRows, hasList = false } = props;
  const detailsOpen = useResultsView((state) => state.detailsOpen);
  const shown = mode === 'pages' ? 'table' : mode;
  const save = useOfferedButton('rows', { title: 'Save…', detail: null, icon: Download });
  const offered = isOne ? modesOfOne : modes.filter(({ value }) => value !== 'inputs' || hasList);
  useOffer('rows', () =>
    offered
      .filter(({ value }) => hasRows && value !== mode)
      .map(({ value, icon, text }) => ({
        title: text,
        detail: 'view',
        icon,
        act: () => onMode(value),
      })),
  );
  const element = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  const saveButton = useMergedRef(save, end);
  const forms = useFit(element, end);
  const [lines] = useState<Bar['lines']>(() => new Map());
  const bar = useMemo((): Bar => ({ forms, lines }), [forms, lines]);
  return (
    <BarContext value={bar}>
      <div ref={element} className={classes.toolbar}>
        <SegmentedControl
          className={classes.views}
          aria-label="View"
          data={offered.map(({ value, icon: Icon, text }) => ({
            value,
            label: (
              <Group
                gap={6}
                wrap="nowrap"
                // Already selected, so only a click can go from pages back to all rows.
                onClick={mode === 'pages' && value === shown ? () => onMode(value) : undefined}
              >
                <Icon />
                {text}
              </Group>
            ),
          }))}
          value={shown}
          onChange={onMode}
          disabled={!hasRows}
        />
        {children}
        <Box flex={1} />
        {tools}
        {(mode === 'table' || mode === 'pages') && (
          <ToolButton
            tool="details"
            label="Details"
            icon={PanelRight}
            isPressed={detailsOpen}
            disabled={!hasRows}
            onClick={() => showDetails(!detailsOpen)}
          />
        )}
        <MoreTools {...bar} />
        <SmallButton
          ref={saveButton}
          className={classes.save}
          leftSection={<Download />}
          disabled={!hasRows}
          onClick={onSave}
        >
          Save…
        </SmallButton>
      </div>
    </BarContext>
  );
}

/** The tools that don't fit in the bar. Their popovers open below this button. */
function MoreTools({ forms, lines: lineOf }: Bar) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [lines, setLines] = useState<readonly MenuLine[]>([]);
  const open = (wanted: boolean): void => {
    if (wanted) setLines(toolsInMenu(forms).flatMap((name) => lineOf.get(name)?.() ?? []));
    setOpen(wanted);
  };
  return (
    <PageMenu opened={isOpen} onChange={open} position="bottom-end" width={264}>
      <Tooltip label="More tools" disabled={isOpen}>
        <Menu.Target>
          <ActionIcon ref={button} aria-label="More tools" data-more-tools className={classes.more}>
            <Ellipsis />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      {/* The focus moves from the button into what an item opens, and returns to it. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>
        <MenuLines lines={lines} first={lines.find(({ isDisabled }) => isDisabled !== true)} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

interface PagesBarProps {
  run: Run;
  /** From 1. */
  number: number;
  page: Page | null;
}

/** Turns the pages that are stored on this computer. Never makes a call. */
export function PagesBar({ run, number, page }: PagesBarProps) {
  const turn = (to: number): void => changeRunView(run.id, { page: to });
  return (
    <Group gap={8} wrap="nowrap" flex="none" h={44} px="var(--edge)" className={classes.pagesBar}>
      <SmallButton
        leftSection={<ChevronLeft />}
        disabled={number <= 1}
        onClick={() => turn(number - 1)}
      >
        Previous page
      </SmallButton>
      <SmallButton
        rightSection={<ChevronRight />}
        disabled={number >= run.pageCount}
        onClick={() => turn(number + 1)}
      >
        Next page you have
      </SmallButton>
      <Text truncate ml={8} c="var(--text-2)" aria-live="polite">
        <Text span inherit fw={500} c="var(--text-1)">
          Page {number} of {run.pageCount}
        </Text>
        {page !== null && ` · ${factsOf(page, run)}`}
      </Text>
      <Text size="xs" c="dimmed" flex="none" ml="auto">
        Pages you have: no calls
      </Text>
      <SmallButton onClick={() => changeRunView(run.id, { mode: 'table' })}>
        Show all rows
      </SmallButton>
    </Group>
  );
}

function factsOf(page: Page, run: Run): string {
  const { at, ms } = page;
  return `${countOf(rowsShown(page, run), 'row')} · received ${localClock(at)} · ${secondsText(ms)}`;
}
