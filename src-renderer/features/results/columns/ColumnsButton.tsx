/** *Columns*: which are shown, where they stand, and how high rows are. */
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { PanelPopover } from '../../../components/popups.tsx';
import { ToolButton } from '../toolbar/ToolButton.tsx';
import { ColumnsPanel } from './ColumnsPanel.tsx';
import classes from './columns.module.css';

interface ColumnsButtonProps {
  /** Of the run, in their usual order. */
  columns: readonly Column[];
  resourceId: string;
}

export function ColumnsButton({ columns, resourceId }: ColumnsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <PanelPopover
      label="Columns"
      opened={isOpen}
      onChange={setOpen}
      width={340}
      // As high as there is room for; the list in it scrolls.
      middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
      panel={{ className: classes.panel }}
      target={
        <ToolButton
          tool="columns"
          label="Columns"
          icon={Columns3}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      }
    >
      <ColumnsPanel columns={columns} resourceId={resourceId} onDone={() => setOpen(false)} />
    </PanelPopover>
  );
}
