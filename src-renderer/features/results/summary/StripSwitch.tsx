import { ChartNoAxesColumn } from 'lucide-react';
import { changePreferences } from '#renderer/state/preferences.ts';
import { ToolButton } from '../toolbar/ToolButton.tsx';
import { useShowsStrip } from './use-summary-header.tsx';

/** Shows or hides the summary under each column's name. */
export function StripSwitch({ disabled = false }: { disabled?: boolean }) {
  const isOn = useShowsStrip();
  return (
    <ToolButton
      tool="strip"
      label="Summary under column names"
      icon={ChartNoAxesColumn}
      isPressed={isOn}
      disabled={disabled}
      onClick={() => void changePreferences({ summaryStrip: !isOn })}
    />
  );
}
