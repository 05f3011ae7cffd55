import { Text } from '@mantine/core';
import { ChevronLeft } from 'lucide-react';
import { listTitle } from '#shared/query/words.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { useRun, useSnapshot } from '../../state/app.ts';
import { openRunTab } from '../../state/workspace.ts';
import classes from './QueryForm.module.css';

/** The way back to the rows that a question was opened from; nothing where it was opened by itself. */
export function FromCrumb({ from }: Pick<Tab, 'from'>) {
  const list = useRun(from?.runId ?? null)?.list;
  const title = useSnapshot(({ catalogue }) => {
    const endpoint = catalogue.endpoints.find(({ id }) => id === from?.query.endpointId);
    return from === undefined || endpoint === undefined
      ? ''
      : listTitle(endpoint, from.query, list?.count);
  });
  if (from === undefined) return null;
  const words = `from: ${title}`;
  return (
    <button
      type="button"
      className={classes.crumb}
      title={`Back to “${title}”`}
      onClick={() => openRunTab(from.runId, from.query)}
    >
      <ChevronLeft size={14} />
      <Text component="bdi" inherit truncate>
        {words}
      </Text>
    </button>
  );
}
