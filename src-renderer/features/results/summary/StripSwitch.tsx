import { ActionIcon, Tooltip } from '@mantine/core';
import { ChartNoAxesColumn } from 'lucide-react';
import { changePreferences } from '#renderer/state/preferences.ts';
import { useShowsStrip } from './use-summary-header.tsx';

/** Shows or hides the summary under each column's name. */
export function StripSwitch() {
  const isOn = useShowsStrip();
  const label = 'Summary under column names';
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isOn}
        variant={isOn ? 'light' : 'subtle'}
        onClick={() => void changePreferences({ summaryStrip: !isOn })}
      >
        <ChartNoAxesColumn aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
