import { Button } from '@mantine/core';
import { usePending } from '../use-pending.ts';
import type { RemedyAction } from './remedy-action.ts';

/** The best remedy is the one accent button; the others are plain. */
export function RemedyButtons({ actions, size }: { actions: RemedyAction[]; size: 'xs' | 'sm' }) {
  return actions.map((action, place) => (
    <RemedyButton key={action.label} action={action} isBest={place === 0} size={size} />
  ));
}

function RemedyButton(props: { action: RemedyAction; isBest: boolean; size: 'xs' | 'sm' }) {
  const { action, isBest, size } = props;
  const [isPending, start] = usePending(action.act);
  return (
    <Button
      size={size}
      variant={isBest ? 'filled' : 'default'}
      disabled={isPending}
      onClick={start}
    >
      {action.label}
    </Button>
  );
}
