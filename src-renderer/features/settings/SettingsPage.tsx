/** What the person sets: saved at once, each with its usual value a click away. */
import { SegmentedControl } from '@mantine/core';
import { usualPreferences } from '#shared/contract/snapshot.ts';
import { isSampleProfile } from '#shared/service/profile.ts';
import { SmallButton } from '../../components/buttons.tsx';
import { Card, CardRow, Page, Section } from '../../components/page/Page.tsx';
import { ProjectSection } from '../projects/ProjectSection.tsx';
import { PricesSection } from './PricesSection.tsx';
import { RequestsSection, SpendingSection } from './request-sections.tsx';
import { keyNames } from '../../components/words.ts';
import { showPage, useSnapshot } from '../../state/app.ts';
import { type Saving, SettingsSection, useSaving } from './SettingsSection.tsx';
import { CopyButton } from '../../components/copy.tsx';
import classes from './SettingsPage.module.css';
import { usePicturesWait } from '../../state/preferences.ts';

export function SettingsPage() {
  return (
    <Page title="Settings">
      <ServiceLink />
      <ProjectSection />
      <RequestsSection />
      <SpendingSection />
      <PricesSection />
      <ResultsSection />
      <AppearanceSection />
      <ComputerSection />
    </Page>
  );
}

const themes = [
  { value: 'system' as const, label: 'System' },
  { value: 'light' as const, label: 'Light' },
  { value: 'dark' as const, label: 'Dark' },
];

const ctrl = keyNames('Ctrl+').replace('+', '');
/** Both hosts have it already, for everything in the window. */
const sizeWords = `${ctrl} and + make everything larger, ${ctrl} and − smaller, ${ctrl} and 0 resets it.`;

function AppearanceSection() {
  const theme = useSnapshot(({ preferences }) => preferences.theme);
  const saving = useSaving();
  return (
    <SettingsSection
      title="Appearance"
      saving={saving}
      isDefault={theme === usualPreferences.theme}
      onReset={() => saving.save({ theme: usualPreferences.theme })}
    >
      <Card>
        <CardRow
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
        <CardRow title="Text size" detail={sizeWords} />
      </Card>
    </SettingsSection>
  );
}

/** Where things are on this computer, and which version it is. */
function ComputerSection() {
  return (
    <Section title="This computer">
      <Card>
        <DataFolder />
        <Version />
      </Card>
    </Section>
  );
}

function DataFolder() {
  const folder = useSnapshot((snapshot) => snapshot.dataFolder);
  return (
    <CardRow
      title="Data folder"
      detail={
        <>
          <p>Everything fetched is kept there, with your tabs and settings, but no key.</p>
          <p className={classes.path}>{folder}</p>
        </>
      }
      actions={
        <CopyButton text={() => folder} variant="default">
          Copy path
        </CopyButton>
      }
    />
  );
}

function Version() {
  const version = useSnapshot((snapshot) => snapshot.version);
  return <CardRow title="Social Data Explorer" detail={`Version ${version}`} />;
}

/** Which service is asked; it is chosen in Account, with its key. */
function ServiceLink() {
  const profile = useSnapshot((snapshot) => snapshot.profile);
  const isSample = isSampleProfile(profile);
  return (
    <Section title="Service">
      <Card>
        <CardRow
          title={isSample ? profile?.label : profile?.address}
          detail={
            isSample
              ? 'Made-up data inside this program. Your own service is chosen in Account.'
              : 'All questions go there. Its address and its key are changed in Account.'
          }
          actions={<SmallButton onClick={() => showPage('account')}>Change in Account</SmallButton>}
        />
        <CardRow
          title="Service profile"
          detail="Names that the specification doesn’t give: ask the service for them, correct them, share them."
          actions={
            <SmallButton onClick={() => showPage('service-profile')}>
              Open service profile
            </SmallButton>
          }
        />
      </Card>
    </Section>
  );
}

const zones = [
  { value: 'local' as const, label: 'Local time' },
  { value: 'utc' as const, label: 'UTC' },
];

const switchChoices = [
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
];

const { timeZone: defaultZone, remoteImages: defaultImages } = usualPreferences;

/** How values are shown in tables and details. */
function ResultsSection() {
  const timeZone = useSnapshot(({ preferences }) => preferences.timeZone);
  const remoteImages = useSnapshot(({ preferences }) => preferences.remoteImages);
  const saving = useSaving();
  return (
    <SettingsSection
      title="Results"
      saving={saving}
      isDefault={timeZone === defaultZone && remoteImages === defaultImages}
      onReset={() => saving.save({ timeZone: defaultZone, remoteImages: defaultImages })}
    >
      <Card>
        <CardRow
          title="Dates and times"
          detail="The time zone in which dates in the data are shown. Files keep dates as they were sent."
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
      title="Pictures from the internet"
      detail={
        isWaiting
          ? `Pictures are ${isOn ? 'shown' : 'kept out'} once the window is loaded again. Your tabs stay.`
          : 'Shown in Details, loaded from the addresses in the data. Those sites then learn which pictures you look at, and from where.'
      }
      actions={
        <>
          {isWaiting && <SmallButton onClick={() => window.location.reload()}>Reload</SmallButton>}
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
