/** The person's settings: saved immediately, each section with a button that resets it. */
import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { isSampleProfile } from '#shared/service/profile.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { CopyButton } from '#renderer/components/copy.tsx';
import { Card, CardRow, Page, Section } from '#renderer/components/page/Page.tsx';
import { ProjectSection } from '../projects/ProjectsDialog.tsx';
import { PricesSection, RequestsSection, SpendingSection } from './request-sections.tsx';
import { keyNames } from '#renderer/components/words.ts';
import { showPage, useApp, useSnapshot } from '#renderer/state/app.ts';
import { ChoiceRow, SettingsSection } from './SettingsSection.tsx';
import { usePicturesNeedReload } from '#renderer/state/preferences.ts';

export function SettingsPage() {
  const section = useApp(({ askedSection }) => askedSection);
  useEffect(() => {
    if (section === null) return;
    useApp.setState({ askedSection: null });
    document.querySelector(`section[aria-label="${section}"]`)?.scrollIntoView();
  }, [section]);
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

const ctrl = keyNames('Ctrl+').replace('+', '');
/** Both hosts support these keys for the whole window. */
const sizeWords = `${ctrl} and + make everything larger, ${ctrl} and − smaller, ${ctrl} and 0 resets it.`;

function AppearanceSection() {
  return (
    <SettingsSection title="Appearance" keys={['theme']}>
      {({ theme }, save) => (
        <>
          <ChoiceRow
            title="Theme"
            detail="“System” follows your computer, even when it switches at night."
            choices={{ system: 'System', light: 'Light', dark: 'Dark' }}
            value={theme}
            onChange={(next) => save({ theme: next })}
          />
          <CardRow title="Text size" detail={sizeWords} />
        </>
      )}
    </SettingsSection>
  );
}

/** The data folder on this computer, and the program's version. */
function ComputerSection() {
  const { dataFolder, version } = useSnapshot((snapshot) => snapshot);
  return (
    <Section title="This computer">
      <Card>
        <CardRow
          title="Data folder"
          detail={
            <>
              <p>Everything you get is kept there, with your tabs and settings.</p>
              <Text inherit mt={2} ff="monospace" c="var(--text-2)">
                {dataFolder}
              </Text>
            </>
          }
          actions={
            <CopyButton text={() => dataFolder} variant="default">
              Copy path
            </CopyButton>
          }
        />
        <CardRow title="Social Data Explorer" detail={`Version ${version}`} />
      </Card>
    </Section>
  );
}

/** The current service, which is chosen in Account with its key. */
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
          detail="Names and addresses that the service’s documentation leaves open: ask the service, correct them, share them."
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

/** How values are displayed in tables and details. */
function ResultsSection() {
  const isWaiting = usePicturesNeedReload();
  const own = useApp(({ localZone }) => localZone);
  return (
    <SettingsSection title="Results" keys={['timeZone', 'remoteImages']}>
      {({ timeZone, remoteImages: isOn }, save) => (
        <>
          <ChoiceRow
            title="Dates and times"
            detail={
              'The time zone in which dates in the data are shown. Files keep dates as they were sent.' +
              (own.isNamed
                ? ''
                : ` This computer’s time zone isn’t known by its name, so local time is ${own.name}.`)
            }
            choices={{ local: 'Local time', utc: 'UTC' }}
            value={timeZone}
            onChange={(next) => save({ timeZone: next })}
          />
          <ChoiceRow
            title="Pictures from the internet"
            detail={
              isWaiting
                ? `Pictures are ${isOn ? 'shown' : 'hidden'} after you reload the window. Your tabs stay.`
                : 'Shown in Details, loaded from the addresses in the data. Those sites then learn which pictures you look at, and from where.'
            }
            choices={{ off: 'Off', on: 'On' }}
            value={isOn ? 'on' : 'off'}
            onChange={(next) => save({ remoteImages: next === 'on' })}
            before={
              isWaiting && (
                <SmallButton onClick={() => window.location.reload()}>Reload</SmallButton>
              )
            }
          />
        </>
      )}
    </SettingsSection>
  );
}
