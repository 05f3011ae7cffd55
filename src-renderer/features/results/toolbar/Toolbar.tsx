/** The toolbar above the rows. */
import { Box, Group, SegmentedControl } from '@mantine/core';
import { Download, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { MoreMenu, useOffer, useOfferedButton } from '#renderer/components/actions.tsx';
import type { Look } from '../rows-scope.ts';
import { showDetails, useResultsView } from '../view-state.ts';
import { ToolButton, toolsWithoutRoom } from './tools.tsx';
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
  const saveWords = look.ofInputs === true ? 'Save inputs…' : 'Save…';
  const save = useOfferedButton('rows', { label: saveWords, icon: Download });
  useOffer('rows', () =>
    looks
      .filter((one) => hasRows && one !== look)
      .map(({ id, icon, label }) => ({ label, detail: 'view', icon, act: () => onLook(id) })),
  );
  return (
    <div className={classes.toolbar}>
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
      <div className={classes.tools}>
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
        {/* The popovers of those that don't fit in the bar open below it. */}
        <MoreMenu
          label="More tools"
          data-more-tools
          className={classes.more}
          width={264}
          sections={() => [toolsWithoutRoom()]}
        />
      </div>
      <SmallButton
        ref={save}
        className={classes.save}
        leftSection={<Download />}
        disabled={!hasRows}
        onClick={onSave}
      >
        {saveWords}
      </SmallButton>
    </div>
  );
}
