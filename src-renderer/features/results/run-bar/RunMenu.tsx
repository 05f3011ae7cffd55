/** What else can be made of a run that rests: nothing here asks the service before a form was seen. */
import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CalendarPlus, Ellipsis, GitCompareArrows, ListOrdered, Rows3 } from 'lucide-react';
import { useState } from 'react';
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { Run } from '#shared/contract/run.ts';
import { useOffer } from '#renderer/components/commands/commands.ts';
import { MenuLines, PageMenu } from '#renderer/components/popups.tsx';
import { useSnapshot } from '#renderer/state/app.ts';
import { startDeriving } from '#renderer/state/derived.ts';
import { draftRecipe } from '#renderer/state/recipes.ts';
import { openWhatIsNew, whatIsNew } from '#renderer/state/what-is-new.ts';

interface RunMenuProps {
  run: Run;
  /** Of the run; null when the catalogue has none. */
  endpoint: Endpoint | null;
}

export function RunMenu({ run, endpoint }: RunMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const isHere = useSnapshot(({ profile }) => profile?.id === run.profileId);
  const news = endpoint === null || !isHere ? null : whatIsNew(endpoint, run);
  const items = [
    ...(news === null
      ? []
      : [{ title: 'Get what is new…', icon: CalendarPlus, act: () => openWhatIsNew(run, news) }]),
    {
      title: 'Compare with…',
      icon: GitCompareArrows,
      act: () => startDeriving({ kind: 'compare', runId: run.id, others: [] }),
    },
    {
      title: 'Show as one table…',
      icon: Rows3,
      act: () => startDeriving({ kind: 'collections', runId: run.id, others: [] }),
    },
    // With the runs that its list came from, as steps. Stored data can't be a step.
    ...(endpoint?.kind === 'live'
      ? [{ title: 'Save as recipe…', icon: ListOrdered, act: () => void saveAsRecipe(run.id) }]
      : []),
  ];
  useOffer('rows', () => items.map((item) => ({ ...item, detail: null })));
  return (
    <PageMenu opened={isOpen} onChange={setOpen} position="top-start">
      <Menu.Target>
        <ActionIcon
          aria-label="More with this run"
          title={isOpen ? undefined : 'More with this run'}
        >
          <Ellipsis aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLines lines={items.map(({ title, icon, act }) => ({ label: title, icon, act }))} />
      </Menu.Dropdown>
    </PageMenu>
  );
}

async function saveAsRecipe(runId: string): Promise<void> {
  const problem = await draftRecipe(runId);
  if (problem === null) return;
  notifications.show({ message: `${problem.title} ${problem.advice}` });
}
