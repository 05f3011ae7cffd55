import { Button } from '@mantine/core';
import { Square } from 'lucide-react';
import { useOfferedButton } from '../../../components/commands/commands.ts';
import { useEscape } from '../escape.ts';
import { stop } from '../run-actions.ts';
import { usePending } from '../../../components/hooks.ts';
import classes from './RunBar.module.css';

export function StopButton({ runId }: { runId: string }) {
  const [isPending, start] = usePending(() => stop(runId));
  const button = useOfferedButton('ask', {
    title: 'Stop',
    detail: null,
    icon: Square,
    keys: 'Esc',
  });
  useEscape('run', () => void stop(runId));
  return (
    <Button
      ref={button}
      size="xs"
      variant="default"
      leftSection={<Square aria-hidden className={classes.stopIcon} />}
      rightSection={
        <kbd aria-hidden className={classes.key}>
          Esc
        </kbd>
      }
      disabled={isPending}
      onClick={start}
    >
      Stop
    </Button>
  );
}
