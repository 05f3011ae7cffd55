/**
 * *Display*: how the rows are shown, and in which time zone. Its choices are data, so that the palette
 * offers them too.
 */
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import type { RowStyle, TimeZone } from '#shared/contract/snapshot.ts';
import { ActionMenu, useOffer, type Action } from '#renderer/components/actions.tsx';
import { changePreferences, useShowsStrip } from '#renderer/state/preferences.ts';
import { changeRowStyle, useChosenRowStyle } from '#renderer/state/workspace.ts';
import { clockName, useDateLook } from '../values/moments.ts';
import type { Look } from '../rows-scope.ts';
import { ToolButton } from './Toolbar.tsx';
import classes from './Toolbar.module.css';

interface DisplayMenuProps {
  /** Rows have a height, and headers a summary; or tiles have a size. */
  grid: Look['uses']['grid'];
  /** Some column has dates, so the time zone matters. */
  hasDates: boolean;
  /** Null if there are no rows to go to. */
  goToRow: Action | null;
  disabled?: boolean;
}

export function DisplayMenu({ goToRow, disabled = false, ...shown }: DisplayMenuProps) {
  const choices = useChoices(shown);
  useOffer('rows', () =>
    disabled
      ? []
      : choices.flatMap(({ name, of }) =>
          of
            .filter(({ isOn }) => !isOn)
            .map((one) =>
              Object.assign({ detail: name.toLowerCase(), icon: SlidersHorizontal }, one),
            ),
        ),
  );
  return (
    <ActionMenu
      position="bottom-end"
      width={260}
      sections={() => [
        choices.flatMap(({ name, of }) => [[{ label: name }], of]).flat(),
        goToRow ? [goToRow] : [],
      ]}
    >
      <ToolButton
        tool="display"
        label="Display"
        icon={SlidersHorizontal}
        rightSection={<ChevronDown size={14} className={classes.words} />}
        disabled={disabled}
      />
    </ActionMenu>
  );
}

interface Choices {
  name: string;
  /** One of them is on. */
  of: readonly Action[];
}

const rowStyles: readonly (Omit<RowStyle, 'tiles'> & { label: string })[] = [
  { label: 'Automatic', density: 'normal', lines: 0 },
  { label: 'One line, dense', density: 'compact', lines: 1 },
  { label: 'One line', density: 'normal', lines: 1 },
  { label: 'Two lines', density: 'normal', lines: 2 },
  { label: 'Four lines', density: 'normal', lines: 4 },
];

const tileSizes = { small: 'Small', medium: 'Medium', large: 'Large' } as const;

/** If local time is UTC, the two choices still need different names. */
const clockLabel = (zone: TimeZone, name: string): string =>
  zone === 'local' && name === 'UTC' ? 'Local time (UTC)' : name;

/** Returns those that apply to the current view. */
function useChoices({ grid, hasDates }: Omit<DisplayMenuProps, 'goToRow' | 'disabled'>): Choices[] {
  const style = useChosenRowStyle();
  const hasStrip = useShowsStrip();
  const [{ zone, now }] = useDateLook();
  const rows = rowStyles.map(({ label, ...wanted }) => ({
    label,
    // Rows of several lines have one density, whatever was chosen before.
    isChoice: true as const,
    isOn: wanted.lines === style.lines && (wanted.lines !== 1 || wanted.density === style.density),
    act: () => changeRowStyle(wanted),
  }));
  const tiles = (['small', 'medium', 'large'] as const).map((size) => ({
    label: tileSizes[size],
    isChoice: true as const,
    isOn: style.tiles === size,
    act: () => changeRowStyle({ tiles: size }),
  }));
  const header = ([true, false] as const).map((isOn) => ({
    label: isOn ? 'Names and summaries' : 'Names only',
    isChoice: true as const,
    isOn: hasStrip === isOn,
    act: () => void changePreferences({ summaryStrip: isOn }),
  }));
  const clocks = (['local', 'utc'] as const).map((one) => ({
    label: clockLabel(one, clockName(one, now)),
    isChoice: true as const,
    isOn: zone === one,
    act: () => void changePreferences({ timeZone: one }),
  }));
  return [
    ...(grid === 'rows' ? [{ name: 'Row height', of: rows }] : []),
    ...(grid === 'rows' ? [{ name: 'Column headers', of: header }] : []),
    ...(grid === 'tiles' ? [{ name: 'Size of pictures', of: tiles }] : []),
    ...(hasDates ? [{ name: 'Time zone', of: clocks }] : []),
  ];
}
