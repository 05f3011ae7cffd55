/** Everything assumed about the service, what it says itself, and what is used. */
import { useEffect, useState } from 'react';
import type { Assumption } from '#shared/contract/description.ts';
import { BackLink, Page, PageHint } from '../../components/page/Page.tsx';
import { ProblemText } from '../../components/problems/ProblemCard.tsx';
import { useSnapshot } from '../../state/app.ts';
import { readServiceProfile, useServiceProfile } from '../../state/description.ts';
import { AssumptionsSection, DifferencesSection, DiscoveredSection } from './tables.tsx';
import { DescriptionSection } from './DescriptionSection.tsx';
import { EditDialog, TryDialog } from './dialogs.tsx';
import { ShareSection } from './ShareSection.tsx';

/** Ids, so that a dialog shows the fact as it is now. */
interface Opened {
  dialog: 'edit' | 'try';
  id: string;
}

export function ServiceProfilePage() {
  const profileId = useSnapshot(({ profile }) => profile?.id ?? '');
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
      wide
      title="Service profile"
      back={<BackLink page="settings">Settings</BackLink>}
      aside={<PageHint>{label}</PageHint>}
    >
      {problem !== null && <ProblemText problem={problem} />}
      {serviceProfile !== null && (
        <>
          <DescriptionSection serviceProfile={serviceProfile} />
          {serviceProfile.differences.length > 0 && (
            <DifferencesSection differences={serviceProfile.differences} />
          )}
          {serviceProfile.discovered.length > 0 && (
            <DiscoveredSection discovered={serviceProfile.discovered} />
          )}
          <AssumptionsSection
            serviceProfile={serviceProfile}
            onEdit={(id) => setOpened({ dialog: 'edit', id })}
            onTry={(id) => setOpened({ dialog: 'try', id })}
          />
          <ShareSection corrections={serviceProfile.corrections} />
        </>
      )}
      <EditDialog fact={factOf('edit')} onClose={close} />
      <TryDialog fact={factOf('try')} onClose={close} />
    </Page>
  );
}
