/**
 * The tools above the rows. How they collapse as the bar gets narrower is in `Toolbar.module.css`: first those
 * that are clear from their icon lose their words, then those that can be reached another way (a column's
 * menu, keys) move to the menu *More tools*. *Display* always stays.
 */
import { Box, Group, SegmentedControl, Tooltip, type ButtonProps } from '@mantine/core';
import { ChevronDown, Download, PanelRight, RotateCcw, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState, type ComponentPropsWithRef } from 'react';
import { useMergedRef } from '@mantine/hooks';
import { SmallButton, QuietButton } from '#renderer/components/buttons.tsx';
import {
  ActionMenu,
  MoreMenu,
  useOffer,
  useOfferedButton,
  allOffers,
  type Sections,
} from '#renderer/components/actions.tsx';
import type { Look } from '../rows-scope.ts';
import { showDetails, useResultsView } from '../view-state.ts';
import classes from './Toolbar.module.css';

interface ToolbarProps {
  look: Look;
  /** Those that can be chosen. */
  looks: readonly Look[];
  /** Receives the look's id. */
  onLook: (id: string) => void;
  onSave: () => void;
  /** Tools that change which rows are shown; empty if they are shown as they are. */
  children?: ReactNode;
  /** Beside *Details*. */
  tools?: ReactNode;
  /** The ways to run the question again, called while their menu is open; null: its service can’t be asked. */
  again?: (() => Sections) | null;
  /** Its pages are still coming. */
  isWorking?: boolean;
  /** False before the first rows: there is nothing to view or save. */
  hasRows: boolean;
}

/** The tools for the rows, above them. */
export function Toolbar(props: ToolbarProps) {
  const { look, looks, onLook, onSave, children, tools, hasRows } = props;
  const { again = null, isWorking = false } = props;
  const detailsOpen = useResultsView((state) => state.detailsOpen);
  const saveWords = look.ofInputs === true ? 'Save inputs…' : 'Save…';
  const save = useOfferedButton('rows', { label: saveWords, icon: Download });
  useOffer('rows', () =>
    looks
      .filter((one) => hasRows && one !== look)
      .map(({ id, icon, label }) => ({ label, detail: 'view', icon, act: () => onLook(id) })),
  );
  return (
    <Group gap="var(--gap)" wrap="nowrap" className={classes.toolbar} data-wraps>
      <Looks {...{ look, looks, onLook, hasRows }} />
      <Group gap="var(--gap)" wrap="nowrap" className={classes.tools}>
        {children}
        <Box flex={1} />
        {tools}
        {look.uses.grid !== undefined && (
          <ToolButton
            tool="details"
            label="Details"
            icon={PanelRight}
            isPressed={detailsOpen}
            disabled={!hasRows}
            onClick={() => showDetails(!detailsOpen)}
          />
        )}
        {/* The popovers of those that don't fit in the bar open below it. */}
        <MoreMenu
          label="More tools"
          data-more-tools
          className={classes.more}
          width={264}
          sections={() => [toolsWithoutRoom()]}
        />
      </Group>
      {again !== null && (
        <ActionMenu position="bottom-end" sections={again}>
          <ToolButton tool="again" label="Run again" icon={RotateCcw} disabled={isWorking} />
        </ActionMenu>
      )}
      <SmallButton
        ref={save}
        className={classes.save}
        leftSection={<Download />}
        disabled={!hasRows}
        onClick={onSave}
      >
        {saveWords}
      </SmallButton>
    </Group>
  );
}

/** A menu has the others, even a single one: what is known of the rows later must not move those in the bar. */
const looksShown = 4;

/** The ways to look at the rows. */
function Looks({
  look,
  looks,
  onLook,
  hasRows,
}: Pick<ToolbarProps, 'look' | 'looks' | 'onLook' | 'hasRows'>) {
  const shown = looks.slice(0, looksShown);
  const others = looks.slice(looksShown);
  const other = others.includes(look) ? look : null;
  return (
    <Group className={classes.views} gap={4} wrap="nowrap">
      <SegmentedControl
        size="sm"
        aria-label="View"
        data={shown.map(({ id, icon: Icon, label }) => ({
          value: id,
          label: (
            <Group gap={6} wrap="nowrap">
              <Icon />
              {label}
            </Group>
          ),
        }))}
        // None, if it is among the others.
        value={other === null ? look.id : ''}
        onChange={onLook}
        disabled={!hasRows}
      />
      {others.length > 0 && (
        <ActionMenu
          position="bottom-start"
          sections={() => [
            others.map(({ id, label, icon }) => ({
              label,
              icon,
              isOn: id === look.id,
              act: () => onLook(id),
            })),
          ]}
        >
          <QuietButton
            className={other === null ? undefined : classes.pressed}
            aria-current={other === null ? undefined : 'true'}
            aria-label={other === null ? 'More views' : `View: ${other.label}`}
            title={other?.label}
            leftSection={other === null ? undefined : <other.icon />}
            rightSection={<ChevronDown size={14} />}
            disabled={!hasRows}
          >
            {other?.label ?? 'More'}
          </QuietButton>
        </ActionMenu>
      )}
    </Group>
  );
}

/** In the order of the menu. */
const toolNames = [
  'filter',
  'columns',
  'order',
  'fold',
  'duplicates',
  'display',
  'details',
] as const;
/** *Run again* always has room. */
type ToolName = (typeof toolNames)[number] | 'again';

const toolId = (name: ToolName): string => `tool ${name}`;

/** Whether it is shown, and not only laid out. */
const isSeen = (element: Element | null): boolean =>
  element?.checkVisibility({ visibilityProperty: true }) === true;

/** Returns the tools that the bar has no room for. */
function toolsWithoutRoom() {
  const offers = allOffers(['rows']);
  return toolNames
    .filter((name) => !isSeen(document.querySelector(`[data-tool="${name}"]`)))
    .flatMap((name) => offers.find(({ id }) => id === toolId(name)) ?? []);
}

interface ToolButtonProps
  extends
    Omit<ButtonProps, 'size' | 'children'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  tool: ToolName;
  /** Its name, shown if there is room. */
  label: string;
  icon: LucideIcon;
  /** For a toggle: whether it is on. */
  isPressed?: boolean;
  /** What it does, if the name doesn't say it all. */
  hint?: string;
}

export function ToolButton(props: ToolButtonProps) {
  const { tool, label, icon: Icon, isPressed, hint, ref, className, ...rest } = props;
  const isOn = isPressed === undefined ? {} : { isOn: isPressed };
  const offered = useOfferedButton('rows', { id: toolId(tool), label, icon: Icon, ...isOn });
  const button = useMergedRef(ref, offered);
  const [hasWords, setWords] = useState(true);
  const hints = [hasWords ? [] : [label], hint ?? []].flat();
  return (
    <Tooltip
      label={hints.join('. ')}
      // What it opened says the same.
      disabled={hints.length === 0 || rest['aria-expanded'] === true}
    >
      <QuietButton
        ref={button}
        aria-label={label}
        aria-pressed={isPressed}
        data-tool={tool}
        onPointerEnter={({ currentTarget }) =>
          setWords(isSeen(currentTarget.querySelector(`.${classes.words}`)))
        }
        // The popover adds a class too.
        className={[classes.tool, isPressed === true ? classes.pressed : '', className].join(' ')}
        styles={{ label: { gap: 8 } }}
        {...rest}
      >
        <Icon />
        <span className={classes.words}>{label}</span>
      </QuietButton>
    </Tooltip>
  );
}
