/**
 * A section with a page read from the service, readable and with its problem; in technical details also as
 * received.
 */
import { Text, Stack, ActionIcon, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { RotateCw } from 'lucide-react';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { CopyButton } from '#renderer/components/copy.tsx';
import { JsonTables, RawText } from '#renderer/components/json/JsonTables.tsx';
import { Section } from '#renderer/components/page/Page.tsx';
import { FoldedSection } from '#renderer/components/texts.tsx';
import { type ServicePageState, useServicePage } from '#renderer/state/service-pages.ts';
import { showPage } from '#renderer/state/app.ts';
import { ProblemCard } from '#renderer/components/problems/ProblemCard.tsx';
import { clockTime } from '#renderer/components/words.ts';

const views = ['Table', 'Raw'] as const;
type View = (typeof views)[number];

interface AnswerSectionProps {
  page: ServicePage;
  title: string;
  /** Renders something better than generic tables; null if it can't be read. */
  readable?: (answer: ServiceAnswer) => ReactNode | null;
  /** Whether it can also be shown as received. */
  isTechnical?: boolean;
  /** Label of the button beside the title that reads it again. */
  againLabel?: string;
  /** Opens the dialog for another sign-in; default: Account. */
  onCredential?: () => void;
  credentialLabel?: string;
  /** A problem shown once for all pages that failed with it. */
  shownAbove?: Problem | null;
}

export function AnswerSection(props: AnswerSectionProps) {
  const { page, title, readable, isTechnical = false, againLabel } = props;
  const state = useServicePage(page);
  const { value: answer } = state;
  const [view, setView] = useState<View>('Table');
  const own = answer === null ? null : (readable?.(answer) ?? null);
  const offered = views.filter(
    (one) => one === 'Raw' || answer?.isJson === true || (one === 'Table' && own !== null),
  );
  const shown = offered.includes(view) ? view : 'Raw';
  return (
    <Section
      title={title}
      actions={
        <>
          {answer !== null && shown === 'Raw' && (
            <CopyButton text={() => answer.text}>Copy</CopyButton>
          )}
          {isTechnical && answer !== null && offered.length > 1 && (
            <SegmentedControl
              aria-label={`${title} as`}
              data={offered}
              value={shown}
              onChange={setView}
            />
          )}
          {againLabel !== undefined && (
            <ActionIcon aria-label={againLabel} loading={state.isPending} onClick={state.again}>
              <RotateCw size={14} />
            </ActionIcon>
          )}
        </>
      }
    >
      <PagePart {...props} state={state}>
        {answer !== null && (
          <>
            {shown === 'Table' && (own ?? <JsonTables value={answer.value} name={title} />)}
            {shown === 'Raw' && <RawText answer={answer} label={`${title} as received`} />}
          </>
        )}
      </PagePart>
    </Section>
  );
}

/** What the service says in its own terms, for those who look for it. */
export const TechnicalDetails = ({ children }: { children: ReactNode }) => (
  <FoldedSection title="Technical details">
    <Stack gap={28} mt={12}>
      {children}
    </Stack>
  </FoldedSection>
);

const openAccount = (): void => showPage('account');

/** A problem above the previous answer; nothing while the first answer is awaited. */
function PagePart(props: AnswerSectionProps & { state: ServicePageState; children: ReactNode }) {
  const { onCredential = openAccount, credentialLabel = 'Open Account' } = props;
  const { state, shownAbove = null, children } = props;
  const { value: answer, problem, isPending } = state;
  const isShownAbove = problem !== null && shownAbove !== null && isSame(problem, shownAbove);
  return (
    <Stack gap={12} miw={0} aria-busy={isPending}>
      {isShownAbove && (
        <Text size="xs" c="dimmed">
          Not read: see the top of the page.
        </Text>
      )}
      {problem !== null && !isShownAbove && (
        <ProblemCard
          problem={problem}
          actions={actionsOf(problem, state.again, onCredential, credentialLabel)}
        />
      )}
      {answer !== null && (
        <>
          {problem !== null && (
            <Text size="xs" c="dimmed">
              The answer from {clockTime(new Date(answer.at))} is still shown:
            </Text>
          )}
          {children}
        </>
      )}
      {answer === null && problem === null && (
        <Text size="xs" c="dimmed">
          {isPending ? 'Asking the service…' : 'Not asked yet.'}
        </Text>
      )}
    </Stack>
  );
}

const isSame = (one: Problem, other: Problem): boolean =>
  one.code === other.code && one.details?.status === other.details?.status;

/** Returns the most frequent problem, if several pages failed with it; otherwise null. */
export function sharedProblem(problems: readonly (Problem | null)[]): Problem | null {
  const failed = problems.filter((problem) => problem !== null);
  const alike = (one: Problem): number => failed.filter((other) => isSame(one, other)).length;
  const [most] = failed.toSorted((one, other) => alike(other) - alike(one));
  return most !== undefined && alike(most) > 1 ? most : null;
}

/** One card for all pages with the same problem, and their number. */
export function SharedProblem({
  problem,
  states,
}: {
  problem: Problem;
  states: ReadonlyMap<ServicePage, ServicePageState>;
}) {
  const failed = [...states.values()].filter(
    (state) => state.problem !== null && isSame(state.problem, problem),
  );
  const again = (): void => {
    for (const state of failed) state.again();
  };
  return (
    <Section title={`${failed.length} of ${states.size} checks failed`}>
      <ProblemCard
        problem={problem}
        actions={actionsOf(problem, again, openAccount, 'Open Account')}
      />
    </Section>
  );
}

const actionsOf = (
  problem: Problem,
  again: () => void,
  onCredential: () => void,
  credentialLabel: string,
): { label: string; act: () => void }[] =>
  problem.remedies.flatMap(({ kind }) => {
    if (kind === 'tryAgain') return [{ label: 'Try again', act: again }];
    return kind === 'openAccount' ? [{ label: credentialLabel, act: onCredential }] : [];
  });
