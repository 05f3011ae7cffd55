/** The answer to "how much is left?": the first card on Account. */
import { Flex, Progress, Text, Box } from '@mantine/core';
import { type Credits, type DailyUsage, readCredits, readPlan } from '#shared/service/plan.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { BarChart } from '#renderer/components/chart/BarChart.tsx';
import { useMinute } from '#renderer/components/hooks.ts';
import { Card, Section } from '#renderer/components/page/Page.tsx';
import { clockTime, grouping, upperFirst } from '#renderer/components/words.ts';
import { useServicePage } from '#renderer/state/service-pages.ts';
import { creditsHeadline, longDay, renewalDay, shortDay } from './plan-words.ts';
import { useSessionToken } from './PlanPanel.tsx';

/** @param onSignIn opens the dialog for a session token. */
export function CreditsCard({ onSignIn }: { onSignIn: () => void }) {
  const token = useSessionToken();
  return (
    <Section title="Credits left">
      <Card>
        {token === undefined ? (
          <Line onSignIn={onSignIn} label="Add dashboard sign-in…">
            To see the credits left, add your sign-in to the service’s dashboard.
          </Line>
        ) : (
          <SignedIn onSignIn={onSignIn} />
        )}
      </Card>
    </Section>
  );
}

function SignedIn({ onSignIn }: { onSignIn: () => void }) {
  const planPage = useServicePage('plan');
  const usagePage = useServicePage('usage');
  const now = new Date(useMinute());
  const plan = readPlan(planPage.answer?.value);
  const credits = readCredits(usagePage.answer?.value);
  const headline = creditsHeadline(credits, plan);
  if (headline === null) {
    if (planPage.busy || usagePage.busy) return <Line>Asking the service…</Line>;
    const problem = usagePage.problem ?? planPage.problem;
    if (problem?.remedies.some(({ kind }) => kind === 'openAccount') === true) {
      return (
        <Line onSignIn={onSignIn} label="Renew sign-in…">
          To see the credits left, renew your dashboard sign-in.
        </Line>
      );
    }
    return problem === null ? (
      <Line>The service didn’t report credits. See its full answer under Usage.</Line>
    ) : (
      <Line>Credits couldn’t be read. The reason is under Plan and credits.</Line>
    );
  }
  const at = (usagePage.answer ?? planPage.answer)?.at;
  const renewed = renewalDay(credits, plan, now);
  return (
    <Flex wrap="wrap" align="flex-end" gap="16px 28px" px={16} py={14}>
      <Box flex="1 1 300px" miw={0}>
        <Text fz={14} lh="32px" c="var(--text-2)">
          <Text span fz={26} lh="32px" fw={600} lts="-0.01em" c="var(--text-1)">
            {headline.figure}
          </Text>{' '}
          {headline.words}
          {renewed !== null && <span style={{ whiteSpace: 'nowrap' }}> · {renewed}</span>}
        </Text>
        {headline.share !== null && (
          <Progress
            aria-label={upperFirst(headline.words)}
            value={headline.share * 100}
            size={8}
            my={10}
          />
        )}
        <Text size="xs" c="dimmed">
          {[
            ...facts(credits),
            ...(at === undefined ? [] : [`reported at ${clockTime(new Date(at))}`]),
          ].join(' · ')}
        </Text>
      </Box>
      {credits?.daily != null && <Month daily={credits.daily} />}
    </Flex>
  );
}

/** Returns what the headline doesn't already say. */
function facts(credits: Credits | null): string[] {
  if (credits === null || (credits.left === null && credits.used === null)) {
    return ['The service didn’t say how many are left'];
  }
  return credits.left !== null && credits.used !== null ? [`${grouping(credits.used)} used`] : [];
}

/** Maximum number of days in a month. */
const mostDays = 31;

/** A small chart of the days so far; the numbers are under Usage. */
function Month({ daily }: { daily: DailyUsage }) {
  const days = daily.days.slice(-mostDays);
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = days.reduce((highest, one) => (one.count > highest.count ? one : highest), first);
  const title = `${upperFirst(daily.measure)} by day, ${shortDay(first.day)} to ${shortDay(last.day)}`;
  return (
    <Box component="figure" flex="0 1 236px" miw={160}>
      <BarChart
        isSmall
        bars={days.map(({ day, count }) => ({
          key: day,
          label: longDay(day),
          tick: null,
          parts: [count],
        }))}
        series={[daily.measure]}
        summary={`${title}; most on ${longDay(most.day)}: ${grouping(most.count)}.`}
      />
      <Text component="figcaption" size="xs" c="dimmed" mt={4}>
        {title}
      </Text>
    </Box>
  );
}

interface LineProps {
  children: string;
  label?: string;
  onSignIn?: () => void;
}

/** A line shown instead of a number: what to do, and its button. */
function Line({ children, label, onSignIn }: LineProps) {
  return (
    <Flex gap={16} align="center" justify="space-between" px={14} py={9} mih={58}>
      <Text inherit c="var(--text-2)">
        {children}
      </Text>
      {onSignIn !== undefined && (
        <SmallButton flex="none" onClick={onSignIn}>
          {label}
        </SmallButton>
      )}
    </Flex>
  );
}
