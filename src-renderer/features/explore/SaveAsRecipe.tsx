import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ListOrdered } from 'lucide-react';
import { useOffer } from '../../components/commands/commands.ts';
import { useRun, useSnapshot } from '../../state/app.ts';
import { draftRecipe } from '../../state/recipes.ts';

/** Writes the run down as a recipe, with those that its list came from; nothing before the first rows. */
export function SaveAsRecipe({ runId }: { runId: string | null }) {
  const run = useRun(runId);
  const kind = useSnapshot(
    ({ catalogue }) => catalogue.endpoints.find(({ id }) => id === run?.query.endpointId)?.kind,
  );
  const isOffered = run !== null && run.rowCount > 0 && kind === 'live';
  const save = async (): Promise<void> => {
    const problem = run === null ? null : await draftRecipe(run.id);
    if (problem === null) return;
    notifications.show({ message: `${problem.title} ${problem.advice}` });
  };
  useOffer('ask', () =>
    isOffered ? { title: label, detail: null, icon: ListOrdered, act: () => void save() } : null,
  );
  if (!isOffered) return null;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => void save()}>
        <ListOrdered size={16} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const label = 'Save as recipe…';
