import { ChartNoAxesColumn } from 'lucide-react';
import { changePreferences } from '#renderer/state/preferences.ts';
import { ToolButton } from '../ToolButton.tsx';
import { useShowsStrip } from './use-summary-header.tsx';

/** Shows or hides the summary under each column's name. */
export function StripSwitch() {
  const isOn = useShowsStrip();
  return (
    <ToolButton
      label="Summary under column names"
      icon={ChartNoAxesColumn}
      priority="icon"
      isPressed={isOn}
      onClick={() => void changePreferences({ summaryStrip: !isOn })}
    />
  );
}
