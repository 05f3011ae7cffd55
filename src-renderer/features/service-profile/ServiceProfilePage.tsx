/** Everything assumed about the service, what it says itself, and what is used. */
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Assumption } from '#shared/contract/description.ts';
import { BackLink, Page, PageHint } from '../../components/page/Page.tsx';
import { ProblemText } from '../../components/problems/ProblemCard.tsx';
import { useSnapshot, useProfileId } from '../../state/app.ts';
import { readServiceProfile, useServiceProfile } from '../../state/description.ts';
import { AssumptionsSection } from './AssumptionsSection.tsx';
import { DifferencesSection, DiscoveredSection } from './tables.tsx';
import { DescriptionSection } from './DescriptionSection.tsx';
import { EditDialog, TryDialog } from './dialogs.tsx';
import { ShareSection } from './ShareSection.tsx';

/** Ids, so that a dialog shows the fact as it is now. */
interface Opened {
  dialog: 'edit' | 'try';
  id: string;
}

export function ServiceProfilePage() {
  const profileId = useProfileId();
  const label = useSnapshot(({ profile }) => profile?.label ?? '');
  const { serviceProfile, problem } = useServiceProfile();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => void readServiceProfile(profileId), [profileId]);

  const factOf = (dialog: Opened['dialog']): Assumption | null =>
    (opened?.dialog === dialog && serviceProfile?.assumptions.find(({ id }) => id === opened.id)) ||
    null;
  const close = () => setOpened(null);
  return (
    <Page
      layout="wide"
      title="Service profile"
      back={<BackLink page="settings">Settings</BackLink>}
      aside={<PageHint>{label}</PageHint>}
    >
      {problem !== null && <ProblemText problem={problem} />}
      {serviceProfile !== null && (
        <>
          <Text c="var(--text-2)" maw={680}>
            This page is for services that answer differently from what this program expects. The
            service’s documentation leaves some names and addresses open, so the program assumes
            them. The service can confirm or correct them itself, and you can enter your own. As
            long as your questions are answered, there is nothing to do here.
          </Text>
          <DescriptionSection serviceProfile={serviceProfile} />
          {serviceProfile.differences.length > 0 && (
            <DifferencesSection differences={serviceProfile.differences} />
          )}
          <AssumptionsSection
            serviceProfile={serviceProfile}
            onEdit={(id) => setOpened({ dialog: 'edit', id })}
            onTry={(id) => setOpened({ dialog: 'try', id })}
          />
          {serviceProfile.discovered.length > 0 && (
            <DiscoveredSection discovered={serviceProfile.discovered} />
          )}
          <ShareSection corrections={serviceProfile.corrections} />
        </>
      )}
      <EditDialog fact={factOf('edit')} onClose={close} />
      <TryDialog fact={factOf('try')} onClose={close} />
    </Page>
  );
}
