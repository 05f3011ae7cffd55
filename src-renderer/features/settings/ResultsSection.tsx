import { Button, SegmentedControl } from '@mantine/core';
import { Clock, Image } from 'lucide-react';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { Card, CardRow } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import { usePicturesWait } from '../../state/pictures.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { useSaving, type Saving } from './use-preference.ts';

const zones = [
  { value: 'local' as const, label: 'Local time' },
  { value: 'utc' as const, label: 'UTC' },
];

const switchChoices = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
];

const { timeZone: usualZone, remoteImages: usualImages } = usualPreferences;

/** How values are shown in tables and details. */
export function ResultsSection() {
  const timeZone = useSnapshot(({ preferences }) => preferences.timeZone);
  const remoteImages = useSnapshot(({ preferences }) => preferences.remoteImages);
  const saving = useSaving();
  return (
    <SettingsSection
      title="Results"
      saving={saving}
      isUsual={timeZone === usualZone && remoteImages === usualImages}
      onReset={() => saving.save({ timeZone: usualZone, remoteImages: usualImages })}
    >
      <Card>
        <CardRow
          icon={<Clock />}
          title="Dates and times"
          detail="By which clock dates in the data are shown. Files keep them as they were sent."
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Dates and times"
              data={zones}
              value={timeZone}
              onChange={(next) => saving.save({ timeZone: next })}
            />
          }
        />
        <Pictures saving={saving} isOn={remoteImages} />
      </Card>
    </SettingsSection>
  );
}

function Pictures({ saving, isOn }: { saving: Saving; isOn: boolean }) {
  const isWaiting = usePicturesWait();
  return (
    <CardRow
      icon={<Image />}
      title="Pictures from the internet"
      detail={
        isWaiting
          ? `Pictures are ${isOn ? 'shown' : 'kept out'} once the window is loaded again. Your tabs stay.`
          : 'Shown in Details, from where the data says they are. Those sites then learn which pictures you look at, and from where.'
      }
      actions={
        <>
          {isWaiting && (
            <Button size="xs" variant="default" onClick={() => window.location.reload()}>
              Load again
            </Button>
          )}
          <SegmentedControl
            size="xs"
            aria-label="Pictures from the internet"
            data={switchChoices}
            value={isOn ? 'on' : 'off'}
            onChange={(next) => saving.save({ remoteImages: next === 'on' })}
          />
        </>
      }
    />
  );
}
