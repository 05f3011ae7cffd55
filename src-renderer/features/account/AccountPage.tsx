/** Which service and key are in use, and what was spent. Shows no key, ever. */
import { Page } from '../../components/page/Page.tsx';
import { useSnapshot } from '../../state/app.ts';
import { CallsSection } from './CallsSection.tsx';
import { KeySection } from './KeySection.tsx';
import { ServiceSection } from './ServiceSection.tsx';

export function AccountPage() {
  const profileId = useSnapshot(({ profile }) => profile?.id ?? '');
  return (
    <Page title="Account">
      <ServiceSection />
      {/* A verdict or a question about one service's key says nothing about another's. */}
      <KeySection key={profileId} />
      <CallsSection />
    </Page>
  );
}
