import { CalendarClock, Gauge } from 'lucide-react';
import { useCallback } from 'react';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { Card, CardRow } from '../../components/page/Page.tsx';
import { useApp, useSnapshot } from '../../state/app.ts';
import { NumberSetting } from './NumberSetting.tsx';
import { readCeiling } from './read-numbers.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { useSaving } from './use-preference.ts';

/** Ceilings as they stand when the save goes out: both may be changed in a moment. */
const ceilingsNow = () =>
  useApp.getState().snapshot?.preferences.ceilings ?? usualPreferences.ceilings;

/** How many calls are made before the program asks. */
export function SpendingSection() {
  const ceilings = useSnapshot(({ preferences }) => preferences.ceilings);
  const saving = useSaving();
  const { save } = saving;
  const saveRun = useCallback(
    (run: number | null) => save({ ceilings: { ...ceilingsNow(), run } }),
    [save],
  );
  const saveDay = useCallback(
    (day: number | null) => save({ ceilings: { ...ceilingsNow(), day } }),
    [save],
  );
  return (
    <SettingsSection
      title="Ceilings"
      saving={saving}
      isUsual={ceilings.run === null && ceilings.day === null}
      onReset={() => save({ ceilings: usualPreferences.ceilings })}
    >
      <Card>
        <CardRow
          icon={<Gauge />}
          title="Calls per run"
          detail="A run stops there, keeps what it has, and asks before it goes on."
          actions={
            <NumberSetting
              label="Calls per run"
              value={ceilings.run}
              read={readCeiling}
              onSave={saveRun}
              placeholder="None"
            />
          }
        />
        <CardRow
          icon={<CalendarClock />}
          title="Calls per day"
          detail="All runs of this service together, from midnight to midnight."
          actions={
            <NumberSetting
              label="Calls per day"
              value={ceilings.day}
              read={readCeiling}
              onSave={saveDay}
              placeholder="None"
            />
          }
        />
      </Card>
    </SettingsSection>
  );
}
