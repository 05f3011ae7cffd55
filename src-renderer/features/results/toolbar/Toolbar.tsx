/** The toolbar above the rows. */
import { ActionIcon, Box, Group, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { Download, Ellipsis, PanelRight } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { PageMenu, MenuLines, type MenuLine } from '#renderer/components/popups.tsx';
import { useOffer, useOfferedButton } from '#renderer/components/commands/commands.ts';
import type { Look } from '../rows-scope.ts';
import { showDetails, useResultsView } from '../view-state.ts';
import { ToolButton, BarContext, toolsInMenu, useFit, type Bar } from './tools.tsx';
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
  /** False before the first rows: there is nothing to view or save. */
  hasRows: boolean;
}

/** The tools for the rows, above them. */
export function Toolbar(props: ToolbarProps) {
  const { look, looks, onLook, onSave, children, tools, hasRows } = props;
  const detailsOpen = useResultsView((state) => state.detailsOpen);
  const save = useOfferedButton('rows', { title: 'Save…', detail: null, icon: Download });
  useOffer('rows', () =>
    looks
      .filter((one) => hasRows && one !== look)
      .map(({ id, icon, label }) => ({
        title: label,
        detail: 'view',
        icon,
        act: () => onLook(id),
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
          data={looks.map(({ id, icon: Icon, label }) => ({
            value: id,
            label: (
              <Group gap={6} wrap="nowrap">
                <Icon />
                {label}
              </Group>
            ),
          }))}
          value={look.id}
          onChange={onLook}
          disabled={!hasRows}
        />
        {children}
        <Box flex={1} />
        {tools}
        {look.uses.grid === true && (
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
