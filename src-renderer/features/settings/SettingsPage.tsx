/** What the person sets: saved at once, each with its usual value a click away. */
import { Page } from '../../components/page/Page.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { ComputerSection } from './ComputerSection.tsx';
import { PricesSection } from './PricesSection.tsx';
import { RequestsSection } from './RequestsSection.tsx';
import { ResultsSection } from './ResultsSection.tsx';
import { ServiceLink } from './ServiceLink.tsx';
import { SpendingSection } from './SpendingSection.tsx';

export function SettingsPage() {
  return (
    <Page title="Settings">
      <ServiceLink />
      <RequestsSection />
      <SpendingSection />
      <PricesSection />
      <ResultsSection />
      <AppearanceSection />
      <ComputerSection />
    </Page>
  );
}
