/** A section with a page read from the service, as tables and as received, and with its problem. */
import { ActionIcon, Center, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { RotateCw } from 'lucide-react';
import type { ServiceAnswer, ServicePage } from '#shared/contract/service.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { CopyButton } from '#renderer/components/copy.tsx';
import { JsonTables, RawText } from '#renderer/components/json/JsonTables.tsx';
import { Section } from '#renderer/components/page/Page.tsx';
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
  /** Label of the button beside the title that reads it again. */
  againLabel?: string;
  /** Opens the dialog for another sign-in; default: Account. */
  onCredential?: () => void;
  credentialLabel?: string;
  /** Reserved, in px, so that nothing below moves when the answer arrives. Longer tables scroll in it. */
  height?: number;
  /** A problem shown once for all pages that failed with it. */
  shownAbove?: Problem | null;
  /** A page below, whose problem is shown here if it is the same: both are read again. */
  below?: ServicePageState;
}

export function AnswerSection(props: AnswerSectionProps) {
  const { page, title, readable, againLabel, height } = props;
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
          {answer !== null && offered.length > 1 && (
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
            {shown === 'Table' &&
              (own ?? <JsonTables value={answer.value} name={title} height={height} />)}
            {shown === 'Raw' && <RawText answer={answer} label={`${title} as received`} />}
          </>
        )}
      </PagePart>
    </Section>
  );
}

const openAccount = (): void => showPage('account');

/** A problem above the previous answer; nothing while the first answer is awaited. */
function PagePart(props: AnswerSectionProps & { state: ServicePageState; children: ReactNode }) {
  const { onCredential = openAccount, credentialLabel = 'Open Account' } = props;
  const { state, shownAbove = null, below, height, children } = props;
  const { value: answer, problem, isPending } = state;
  const isShownAbove = isSame(problem, shownAbove);
  const again = (): void => {
    state.again();
    if (below !== undefined && isSame(problem, below.problem)) below.again();
  };
  return (
    <Stack gap={12} miw={0} mih={height} aria-busy={isPending}>
      {isShownAbove && answer === null && <Instead>Not read: see the top of the page.</Instead>}
      {problem !== null && !isShownAbove && (
        <ProblemCard
          problem={problem}
          actions={actionsOf(problem, again, onCredential, credentialLabel)}
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
        <Instead>{isPending ? 'Asking the service…' : 'Not asked yet.'}</Instead>
      )}
    </Stack>
  );
}

/** Why there is no answer, where it would be. */
const Instead = ({ children }: { children: string }) => (
  <Center flex={1} mih={58} fz={12} c="dimmed" bd="1px solid var(--line)" bdrs="lg">
    {children}
  </Center>
);

const isSame = (one: Problem | null, other: Problem | null): boolean =>
  one !== null && one.code === other?.code && one.details?.status === other.details?.status;

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
  const failed = [...states.values()].filter((state) => isSame(state.problem, problem));
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
