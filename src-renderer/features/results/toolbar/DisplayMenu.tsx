/**
 * *Display*: how the rows are shown, and in which time zone. Its choices are data, so that the palette
 * offers them too.
 */
import { Menu } from '@mantine/core';
import { ChevronDown, Hash, SlidersHorizontal } from 'lucide-react';
import { Fragment, useRef } from 'react';
import type { RowStyle, TimeZone } from '#shared/contract/snapshot.ts';
import { useOffer } from '#renderer/components/commands/commands.ts';
import { PageMenu, MenuLines } from '#renderer/components/popups.tsx';
import { changePreferences, useShowsStrip } from '#renderer/state/preferences.ts';
import { changeRowStyle, useRowStyle } from '#renderer/state/workspace.ts';
import { clockName, useDateLook } from '../values/moments.ts';
import { ToolButton } from './tools.tsx';
import classes from './Toolbar.module.css';

interface DisplayMenuProps {
  /** Rows have a height, and headers a summary. */
  isGrid: boolean;
  /** Some column has dates, so the time zone matters. */
  hasDates: boolean;
  /** Null if there are no rows to go to. */
  onGoToRow: (() => void) | null;
  disabled?: boolean;
}

export function DisplayMenu({ onGoToRow, disabled = false, ...shown }: DisplayMenuProps) {
  const sections = useSections(shown);
  const button = useRef<HTMLButtonElement>(null);
  const goToRow = (): void => {
    // The focus moves from this button into what is opened.
    button.current?.focus();
    onGoToRow?.();
  };
  useOffer('rows', () =>
    sections.flatMap(({ name, choices }) =>
      choices
        .filter(({ isChosen }) => !isChosen && !disabled)
        .map(({ label, choose }) => ({
          title: label,
          detail: name.toLowerCase(),
          icon: SlidersHorizontal,
          act: choose,
        })),
    ),
  );
  return (
    <PageMenu position="bottom-end" width={260}>
      <Menu.Target>
        <ToolButton
          ref={button}
          tool="display"
          label="Display"
          icon={SlidersHorizontal}
          rightSection={<ChevronDown size={14} className={classes.words} />}
          disabled={disabled}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {sections.map(({ name, choices }) => (
          <Fragment key={name}>
            <Menu.Label>{name}</Menu.Label>
            <Menu.RadioGroup
              aria-label={name}
              value={choices.find(({ isChosen }) => isChosen)?.label ?? ''}
              onChange={(chosen) => choices.find(({ label }) => label === chosen)?.choose()}
            >
              {choices.map(({ label }) => (
                <Menu.RadioItem key={label} value={label}>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Fragment>
        ))}
        {onGoToRow !== null && (
          <>
            <Menu.Divider />
            <MenuLines
              lines={[{ label: 'Go to row…', icon: Hash, keys: 'Ctrl+G', act: goToRow }]}
            />
          </>
        )}
      </Menu.Dropdown>
    </PageMenu>
  );
}

interface Section {
  name: string;
  /** One of them is chosen. */
  choices: readonly { label: string; isChosen: boolean; choose: () => void }[];
}

const rowStyles: readonly (RowStyle & { label: string })[] = [
  { label: 'One line, dense', density: 'compact', lines: 1 },
  { label: 'One line', density: 'normal', lines: 1 },
  { label: 'Two lines', density: 'normal', lines: 2 },
  { label: 'Four lines', density: 'normal', lines: 4 },
];

/** If local time is UTC, the two choices still need different names. */
const clockLabel = (zone: TimeZone, name: string): string =>
  zone === 'local' && name === 'UTC' ? 'Local time (UTC)' : name;

/** Returns the sections that apply to the current view. */
function useSections(shown: Omit<DisplayMenuProps, 'onGoToRow' | 'disabled'>): Section[] {
  const { isGrid, hasDates } = shown;
  const style = useRowStyle();
  const hasStrip = useShowsStrip();
  const [{ zone, now }] = useDateLook();
  const rows = rowStyles.map(({ label, ...wanted }) => ({
    label,
    // Rows of several lines have one density, whatever was chosen before.
    isChosen:
      wanted.lines === style.lines && (wanted.lines > 1 || wanted.density === style.density),
    choose: () => changeRowStyle(wanted),
  }));
  const header = ([true, false] as const).map((isOn) => ({
    label: isOn ? 'Names and summaries' : 'Names only',
    isChosen: hasStrip === isOn,
    choose: () => void changePreferences({ summaryStrip: isOn }),
  }));
  const clocks = (['local', 'utc'] as const).map((one) => ({
    label: clockLabel(one, clockName(one, now)),
    isChosen: zone === one,
    choose: () => void changePreferences({ timeZone: one }),
  }));
  return [
    ...(isGrid ? [{ name: 'Row height', choices: rows }] : []),
    ...(isGrid ? [{ name: 'Column headers', choices: header }] : []),
    ...(hasDates ? [{ name: 'Time zone', choices: clocks }] : []),
  ];
}
