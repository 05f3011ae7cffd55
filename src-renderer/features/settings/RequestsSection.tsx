import { SegmentedControl } from '@mantine/core';
import { Clock, RotateCw } from 'lucide-react';
import { useCallback } from 'react';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { Card, CardRow } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import { NumberSetting } from './NumberSetting.tsx';
import { longestAnswerSeconds, readTimeout } from './read-numbers.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { useSaving } from './use-preference.ts';

const retryChoices = [
  { value: '0', label: 'Never' },
  { value: '1', label: 'Once' },
  { value: '2', label: 'Twice' },
];

const { timeoutSeconds: usualTimeout, retries: usualRetries } = usualPreferences;

/** How long is waited for an answer, and how often is asked again. */
export function RequestsSection() {
  const timeoutSeconds = useSnapshot(({ preferences }) => preferences.timeoutSeconds);
  const retries = useSnapshot(({ preferences }) => preferences.retries);
  const saving = useSaving();
  const { save } = saving;
  const saveTimeout = useCallback(
    (value: number | null) => save({ timeoutSeconds: value ?? usualTimeout }),
    [save],
  );
  return (
    <SettingsSection
      title="Requests"
      saving={saving}
      isUsual={timeoutSeconds === usualTimeout && retries === usualRetries}
      onReset={() => save({ timeoutSeconds: usualTimeout, retries: usualRetries })}
    >
      <Card>
        <CardRow
          icon={<Clock />}
          title="Wait for an answer"
          detail={
            timeoutSeconds < longestAnswerSeconds
              ? `Answers can take up to ${longestAnswerSeconds} seconds: with less, one may be lost that was counted.`
              : 'Then a request is given up, and not repeated: it may have been counted.'
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
          icon={<RotateCw />}
          title="Try again by itself"
          detail="When nothing was sent, or the service was busy. Each try sent is counted."
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Try again by itself"
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
