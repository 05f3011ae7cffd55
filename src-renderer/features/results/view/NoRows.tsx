import { Button } from '@mantine/core';
import type { OpenedView, View } from '#shared/contract/view.ts';
import classes from '../Results.module.css';
import { withoutFilters } from './view-chips.ts';
import { emptyViewWords } from './view-words.ts';
import { focusFilterButton } from './ViewTools.tsx';

interface NoRowsProps {
  view: View;
  opened: OpenedView;
  /** More rows may come. */
  works: boolean;
  onView: (view: View) => void;
}

/** In the grid's place where a view leaves nothing. */
export function NoRows({ view, opened, works, onView }: NoRowsProps) {
  const { title, advice } = emptyViewWords(view, opened, works);
  const left = withoutFilters(view);
  return (
    <div className={classes.empty}>
      <h2>{title}</h2>
      <p>{advice}</p>
      {(view.filters.length > 0 || view.search !== '') && (
        <Button
          mt={8}
          size="xs"
          variant="default"
          onClick={() => {
            focusFilterButton();
            onView(left);
          }}
        >
          {view.filters.length === 0 ? 'Clear the search' : 'Clear filters'}
        </Button>
      )}
    </div>
  );
}
