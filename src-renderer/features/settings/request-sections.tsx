import { SegmentedControl } from '@mantine/core';
import { useCallback } from 'react';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { Card, CardRow } from '../../components/page/Page.tsx';
import { useApp, useSnapshot } from '../../state/app.ts';
import { longestAnswerSeconds, NumberSetting, readCeiling, readTimeout } from './NumberSetting.tsx';
import { SettingsSection, useSaving } from './SettingsSection.tsx';

const retryChoices = [
  { value: '0', label: 'Never' },
  { value: '1', label: 'Once' },
  { value: '2', label: 'Twice' },
];

const { timeoutSeconds: defaultTimeout, retries: defaultRetries } = usualPreferences;
const { run: usualRun, day: usualDay } = usualPreferences.ceilings;

/** How long is waited for an answer, and how often is asked again. */
export function RequestsSection() {
  const timeoutSeconds = useSnapshot(({ preferences }) => preferences.timeoutSeconds);
  const retries = useSnapshot(({ preferences }) => preferences.retries);
  const saving = useSaving();
  const { save } = saving;
  const saveTimeout = useCallback(
    (value: number | null) => save({ timeoutSeconds: value ?? defaultTimeout }),
    [save],
  );
  return (
    <SettingsSection
      title="Requests"
      saving={saving}
      isDefault={timeoutSeconds === defaultTimeout && retries === defaultRetries}
      onReset={() => save({ timeoutSeconds: defaultTimeout, retries: defaultRetries })}
    >
      <Card>
        <CardRow
          title="Wait for an answer"
          detail={
            timeoutSeconds < longestAnswerSeconds
              ? `Answers can take up to ${longestAnswerSeconds} seconds: with less, you may lose an answer you paid for.`
              : 'After that, the request is given up and not repeated: it may have been counted.'
          }
          actions={
            <NumberSetting
              label="Seconds to wait for an answer"
              value={timeoutSeconds}
              read={readTimeout}
              onSave={saveTimeout}
              unit="s"
            />
          }
        />
        <CardRow
          title="Retry automatically"
          detail="When nothing was sent, or the service was busy. Each try that is sent is counted."
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Retry automatically"
              data={retryChoices}
              value={String(retries)}
              onChange={(next) => save({ retries: Number(next) })}
            />
          }
        />
      </Card>
    </SettingsSection>
  );
}

/** Limits at the moment they are saved: both may be changed in a moment. */
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
      title="Spending limits"
      saving={saving}
      isDefault={ceilings.run === usualRun && ceilings.day === usualDay}
      onReset={() => save({ ceilings: usualPreferences.ceilings })}
    >
      <Card>
        <CardRow
          title="Calls per run"
          detail="A run stops there, keeps what it has, and asks before it continues, unless you said how many rows or pages to get."
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
          title="Calls per day"
          detail="All runs of this service in this project together, from midnight to midnight. Each project counts for itself."
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
