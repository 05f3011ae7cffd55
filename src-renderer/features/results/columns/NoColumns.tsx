import { Button } from '@mantine/core';
import type { Column } from '#shared/contract/run.ts';
import { changeColumnLayout } from '#renderer/state/workspace.ts';
import classes from './NoColumns.module.css';
import { withHidden } from './layout.ts';

interface NoColumnsProps {
  columns: readonly Column[];
  resourceId: string;
}

/** In place of a grid whose columns are all hidden. */
export function NoColumns({ columns, resourceId }: NoColumnsProps) {
  const fields = columns.map(({ field }) => field);
  return (
    <div className={classes.place}>
      <p>Every column is hidden. Choose some under Columns, or show all of them.</p>
      <Button
        size="xs"
        variant="default"
        onClick={() =>
          changeColumnLayout(resourceId, (layout) => withHidden(layout, fields, false))
        }
      >
        Show all columns
      </Button>
    </div>
  );
}
