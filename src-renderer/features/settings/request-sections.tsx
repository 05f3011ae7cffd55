/** How requests are sent, and how many calls are made before the program asks. */
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { CardRow } from '../../components/page/Page.tsx';
import { useApp } from '../../state/app.ts';
import { longestAnswerSeconds, NumberSetting, readCeiling, readTimeout } from './NumberSetting.tsx';
import { ChoiceRow, type Save, SettingsSection } from './SettingsSection.tsx';

/** How long is waited for an answer, and how often is asked again. */
export function RequestsSection() {
  return (
    <SettingsSection title="Requests" keys={['timeoutSeconds', 'retries']}>
      {({ timeoutSeconds, retries }, save) => (
        <>
          <CardRow
            title="Wait for an answer"
            detail={
              timeoutSeconds < longestAnswerSeconds
                ? `Answers can take up to ${longestAnswerSeconds} seconds: with less, you may lose an answer you paid for.`
                : 'After this time, the request is given up and not repeated: it may have been counted.'
            }
            actions={
              <NumberSetting
                label="Seconds to wait for an answer"
                value={timeoutSeconds}
                read={readTimeout}
                onSave={(value) =>
                  save({ timeoutSeconds: value ?? usualPreferences.timeoutSeconds })
                }
                unit="s"
              />
            }
          />
          <ChoiceRow
            title="Retry automatically"
            detail="When nothing was sent, or the service was busy. Each try that is sent is counted."
            choices={{ '0': 'Never', '1': 'Once', '2': 'Twice' }}
            value={retryKeys[retries] ?? '2'}
            onChange={(next) => save({ retries: Number(next) })}
          />
        </>
      )}
    </SettingsSection>
  );
}

const retryKeys = ['0', '1', '2'] as const;

/** How many calls are made before the program asks. */
export function SpendingSection() {
  return (
    <SettingsSection title="Spending limits" keys={['ceilings']}>
      {({ ceilings }, save) => (
        <>
          <CeilingRow
            title="Calls per run"
            detail="A run stops there, keeps what it has, and asks before it continues, unless you said how many rows or pages to get."
            value={ceilings.run}
            onSave={(run) => saveCeiling(save, { run })}
          />
          <CeilingRow
            title="Calls per day"
            detail="All runs of this service in this project together, from midnight to midnight. Each project counts for itself."
            value={ceilings.day}
            onSave={(day) => saveCeiling(save, { day })}
          />
        </>
      )}
    </SettingsSection>
  );
}

/** With the other limit at the moment it is saved: both may be changed in a moment. */
function saveCeiling(save: Save, change: { run: number | null } | { day: number | null }): void {
  const { ceilings } = useApp.getState().snapshot?.preferences ?? usualPreferences;
  save({ ceilings: { ...ceilings, ...change } });
}

interface CeilingRowProps {
  title: string;
  detail: string;
  value: number | null;
  onSave: (value: number | null) => void;
}

const CeilingRow = ({ title, detail, ...setting }: CeilingRowProps) => (
  <CardRow
    title={title}
    detail={detail}
    actions={<NumberSetting label={title} read={readCeiling} placeholder="None" {...setting} />}
  />
);
