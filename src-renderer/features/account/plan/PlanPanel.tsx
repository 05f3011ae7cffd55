/** Plan and credits, and usage as reported by the service. Read only: nothing here changes billing. */
import { Flex, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import type { CredentialStatus } from '#shared/contract/snapshot.ts';
import { readPlan, type Plan } from '#shared/service/plan.ts';
import { Section } from '#renderer/components/page/Page.tsx';
import { clockTime } from '#renderer/components/words.ts';
import { useSnapshot } from '#renderer/state/app.ts';
import { useMinute } from '#renderer/components/hooks.ts';
import { useReadServicePages } from '#renderer/state/service-pages.ts';
import { AnswerSection } from '#renderer/features/status/AnswerSection.tsx';
import {
  extraPrices,
  planDates,
  planLimits,
  planPrice,
  renewal,
  type PlanFact,
} from './plan-words.ts';
import classes from '../account.module.css';

const accountPages: ServicePage[] = ['plan', 'usage'];

const showPlan = ({ value, at }: ServiceAnswer): ReactNode | null => {
  const plan = readPlan(value);
  return plan === null ? null : <PlanFacts plan={plan} at={at} />;
};

interface PlanPanelProps {
  /** Opens the dialog for a session token. */
  onSignIn: () => void;
}

/** Returns the sign-in with which plan and usage are read; undefined if there is none. */
export const useSessionToken = (): CredentialStatus | undefined =>
  useSnapshot(({ credentials }) =>
    credentials.find(({ kind, inUse }) => kind === 'sessionToken' && inUse),
  );

export function PlanPanel({ onSignIn }: PlanPanelProps) {
  const token = useSessionToken();
  useReadServicePages(accountPages, token !== undefined);
  if (token === undefined) return <NotSignedIn />;
  return (
    <>
      <AnswerSection
        page="plan"
        title="Plan and credits"
        readable={showPlan}
        readableName="Plan"
        againLabel="Read the plan again"
        onCredential={onSignIn}
        credentialLabel="Renew the sign-in…"
      />
      <div>
        <AnswerSection
          page="usage"
          title="Usage"
          againLabel="Read the usage again"
          onCredential={onSignIn}
          credentialLabel="Renew the sign-in…"
        />
        <Text size="xs" pt={10} c="dimmed">
          As the service reports it. The format isn’t documented, so everything is shown. What this
          program counted is beside it, by day, platform and run.
        </Text>
      </div>
    </>
  );
}

function NotSignedIn() {
  return (
    <Section title="Plan and credits">
      <Text size="xs" c="dimmed">
        The service shows plan and usage to people who are signed in to its dashboard, not to keys.
        Copy the sign-in token there and add it here. It is read on this computer and sent only for
        pages about the account.
      </Text>
    </Section>
  );
}

function PlanFacts({ plan, at }: { plan: Plan; at: string }) {
  const price = planPrice(plan);
  const renewed = renewal(plan.features.creditResetFrequency);
  const dates = planDates(plan, new Date(useMinute()));
  return (
    <Stack gap={14}>
      <div>
        <Flex component="p" gap={8} justify="space-between" c="var(--text-2)">
          {plan.name ?? 'Unnamed plan'}
          {price !== null && (
            <Text span inherit c="var(--text-1)" fw={500}>
              {price}
            </Text>
          )}
        </Flex>
        <Text size="xs" c="dimmed">
          {[renewed, `reported at ${clockTime(new Date(at))}`].filter(Boolean).join(' · ')}
        </Text>
        {plan.description !== null && (
          <Text inherit mt={6} c="var(--text-2)" dir="auto">
            {plan.description}
          </Text>
        )}
      </div>
      <Facts facts={planLimits(plan)} label="What the plan allows" />
      <Facts facts={extraPrices(plan)} label="What extra use costs" />
      <Text size="xs" c="dimmed">
        {dates} Nothing here changes what you pay: the plan is changed in the service’s dashboard.
      </Text>
    </Stack>
  );
}

function Facts({ facts, label }: { facts: readonly PlanFact[]; label: string }) {
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts} aria-label={label}>
      {facts.map(({ label: name, value, example }) => (
        <div key={name} className={classes.fact}>
          <Text component="dt" c="var(--text-2)">
            {name}
          </Text>
          <Text component="dd" fw={500} ta="end">
            {value}
            {example !== undefined && (
              <Text span size="xs" display="block" c="dimmed" fw={400}>
                {example}
              </Text>
            )}
          </Text>
        </div>
      ))}
    </dl>
  );
}
