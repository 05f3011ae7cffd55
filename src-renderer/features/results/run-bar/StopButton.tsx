import { Button } from '@mantine/core';
import { Square } from 'lucide-react';
import { useEffect } from 'react';
import { useOfferedButton } from '../../../components/commands/commands.ts';
import { stop } from '../run-actions.ts';
import { usePending } from '../../../components/use-pending.ts';
import classes from './RunBar.module.css';

export function StopButton({ runId }: { runId: string }) {
  const [isPending, start] = usePending(() => stop(runId));
  const button = useOfferedButton('ask', {
    title: 'Stop',
    detail: null,
    icon: Square,
    keys: 'Esc',
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Escape first closes what lies above: dialogs, menus, the details over the rows.
      if (document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]')) return;
      void stop(runId);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [runId]);
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
