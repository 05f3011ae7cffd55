/** *Columns*: which are shown, where they stand, and how high rows are. */
import { Popover } from '@mantine/core';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '#shared/contract/run.ts';
import { ToolButton } from '../ToolButton.tsx';
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
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={340}
      offset={4}
      withRoles={false}
      trapFocus
      returnFocus
      // As high as there is room for; the list in it scrolls.
      middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
    >
      <Popover.Target>
        <ToolButton
          label="Columns"
          icon={Columns3}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Mantine’s. */}
      <Popover.Dropdown role="dialog" aria-label="Columns" className={classes.panel}>
        <ColumnsPanel columns={columns} resourceId={resourceId} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
