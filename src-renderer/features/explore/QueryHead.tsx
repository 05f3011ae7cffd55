import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronUp, Star } from 'lucide-react';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { liveId } from '#shared/query/data-from.ts';
import { useSnapshot } from '../../state/app.ts';
import { toggleStar } from '../../state/workspace.ts';
import { DataFromSwitch } from './DataFromSwitch.tsx';
import classes from './QueryHead.module.css';
import { QuestionName } from './QuestionName.tsx';

interface QueryHeadProps {
  tabId: string;
  endpoint: DataEndpoint;
  locked: boolean;
  onCollapse: () => void;
}

export function QueryHead({ tabId, endpoint, locked, onCollapse }: QueryHeadProps) {
  // The question is starred, wherever its data come from.
  const question = liveId(endpoint.id);
  const starred = useSnapshot(({ workspace }) => workspace.starred.includes(question));
  const starLabel = starred ? 'Unstar this question' : 'Star this question';
  return (
    <header className={classes.head}>
      <QuestionName endpoint={endpoint} mark={endpoint.discovered === null ? null : 'discovered'} />
      <p className={classes.description} title={endpoint.description}>
        {endpoint.description}
      </p>
      <DataFromSwitch tabId={tabId} endpointId={endpoint.id} locked={locked} />
      <Tooltip label={starLabel}>
        <ActionIcon
          className={classes.star}
          data-starred={starred}
          aria-label={starLabel}
          onClick={() => toggleStar(question)}
        >
          <Star size={16} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Collapse the question">
        <ActionIcon aria-label="Collapse the question" aria-expanded onClick={onCollapse}>
          <ChevronUp size={16} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}
