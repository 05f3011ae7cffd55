import { Button, SegmentedControl } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  ChartColumn,
  Download,
  Files,
  PanelRight,
  AlignLeft,
  Table2,
  type LucideIcon,
} from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useOffer, useOfferedButton } from '../../../components/commands/commands.ts';
import type { RunView } from '../view-state.ts';
import { BarContext, type Bar } from './bar.ts';
import { MoreTools } from './MoreTools.tsx';
import classes from './Toolbar.module.css';
import { ToolButton } from './ToolButton.tsx';
import { useFit } from './use-fit.ts';

interface ToolbarProps {
  mode: RunView['mode'];
  onMode: (mode: RunView['mode']) => void;
  detailsOpen: boolean;
  onDetails: () => void;
  onSave: () => void;
  /** What is done to the rows shown; nothing where they are shown as they are. */
  children?: ReactNode;
  /** Small buttons beside *Details*. */
  tools?: ReactNode;
  /** Before the first rows there is nothing to look at or save. */
  hasRows: boolean;
}

const modes: readonly { value: RunView['mode']; icon: LucideIcon; text: string }[] = [
  { value: 'table', icon: Table2, text: 'Table' },
  { value: 'pages', icon: Files, text: 'Pages' },
  { value: 'summary', icon: AlignLeft, text: 'Summary' },
  { value: 'charts', icon: ChartColumn, text: 'Charts' },
];

/** What can be done with the rows, above them. */
export function Toolbar(props: ToolbarProps) {
  const { mode, onMode, detailsOpen, onDetails, onSave, children, tools, hasRows } = props;
  const save = useOfferedButton('rows', { title: 'Save…', detail: null, icon: Download });
  useOffer('rows', () =>
    modes
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
          data={modes.map(({ value, icon, text }) => ({
            value,
            label: <ViewLabel icon={icon} text={text} />,
          }))}
          value={mode}
          onChange={onMode}
          disabled={!hasRows}
        />
        {children}
        <span className={classes.gap} />
        {tools}
        {(mode === 'table' || mode === 'pages') && (
          <ToolButton
            tool="details"
            label="Details"
            icon={PanelRight}
            isPressed={detailsOpen}
            disabled={!hasRows}
            onClick={onDetails}
          />
        )}
        <MoreTools {...bar} />
        <Button
          ref={saveButton}
          size="xs"
          variant="default"
          className={classes.save}
          leftSection={<Download aria-hidden />}
          disabled={!hasRows}
          onClick={onSave}
        >
          Save…
        </Button>
      </div>
    </BarContext>
  );
}

function ViewLabel({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <span className={classes.viewLabel}>
      <Icon aria-hidden />
      {text}
    </span>
  );
}
