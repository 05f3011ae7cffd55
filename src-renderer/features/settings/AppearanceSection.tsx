import { SegmentedControl } from '@mantine/core';
import { AArrowUp, SunMoon } from 'lucide-react';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { keyNames } from '../../components/key-names.ts';
import { Card, CardRow } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { useSaving } from './use-preference.ts';

const themes = [
  { value: 'system' as const, label: 'System' },
  { value: 'light' as const, label: 'Light' },
  { value: 'dark' as const, label: 'Dark' },
];

const ctrl = keyNames('Ctrl+').replace('+', '');
/** Both hosts have it already, for everything in the window. */
const sizeWords = `${ctrl} and + make everything larger, ${ctrl} and − smaller, ${ctrl} and 0 as usual.`;

export function AppearanceSection() {
  const theme = useSnapshot(({ preferences }) => preferences.theme);
  const saving = useSaving();
  return (
    <SettingsSection
      title="Appearance"
      saving={saving}
      isUsual={theme === usualPreferences.theme}
      onReset={() => saving.save({ theme: usualPreferences.theme })}
    >
      <Card>
        <CardRow
          icon={<SunMoon />}
          title="Theme"
          detail="“System” follows your computer, also when it changes at night."
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Theme"
              data={themes}
              value={theme}
              onChange={(next) => saving.save({ theme: next })}
            />
          }
        />
        <CardRow icon={<AArrowUp />} title="Text size" detail={sizeWords} />
      </Card>
    </SettingsSection>
  );
}
