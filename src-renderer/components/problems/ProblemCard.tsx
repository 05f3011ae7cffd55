/** A problem on screen: what happened, what to do, what it cost, and the facts for support. */
import { CircleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Box, Flex, Group, Stack, Text, Title } from '@mantine/core';
import { costWords, type Problem } from '#shared/contract/problem.ts';
import { localSecond, secondsText } from '../dates.ts';
import { QuietButton } from '../buttons.tsx';
import { CopyButton } from '../copy.tsx';
import { Fact, Facts } from '../tables.tsx';
import { Fold } from '../texts.tsx';
import { ActionButton, type Action } from '../actions.tsx';
import type { Attempt } from '../hooks.ts';
import { showSupport, useApp } from '#renderer/state/app.ts';

interface ProblemFact {
  label: string;
  value: string;
  /** Copied verbatim from the exchange: shown in a monospaced font. */
  literal?: true;
}

/** Returns the facts of a problem; empty if there is nothing but its own sentences. */
export function problemFacts(problem: Problem): ProblemFact[] {
  const { details } = problem;
  if (details === null) return [];
  const { serviceSaid, status, serviceCode, target, sentAt, ms, attempts } = details;
  const answer = [status === null ? null : String(status), serviceCode].filter(Boolean).join(' · ');
  const facts: ProblemFact[] = [];
  if (serviceSaid !== null) facts.push({ label: 'Service said', value: serviceSaid });
  if (answer !== '') facts.push({ label: 'Answer', value: answer, literal: true });
  if (target !== null) facts.push({ label: 'Address', value: target, literal: true });
  if (sentAt !== null) facts.push({ label: 'Sent', value: sentText(sentAt, ms, status !== null) });
  if (attempts > 0) {
    facts.push({
      label: 'Requests',
      value: attempts === 1 ? '1' : `${attempts}, including retries`,
    });
  }
  facts.push({ label: 'Cost', value: costWords(problem) });
  return facts;
}

function sentText(sentAt: string, ms: number | null, answered: boolean): string {
  if (ms === null) return localSecond(sentAt);
  return `${localSecond(sentAt)}, ${answered ? 'answered in' : 'given up after'} ${secondsText(ms)}`;
}

/** Returns the whole problem as plain text, for a message to support. */
function problemText(problem: Problem): string {
  const lines = [`${problem.title} (${problem.code})`, problem.advice];
  for (const { label, value } of problemFacts(problem)) lines.push(`${label}: ${value}`);
  return lines.join('\n');
}

/** Around what went wrong. */
const frame = {
  bg: 'var(--danger-soft)',
  bd: '1px solid var(--danger-line)',
  bdrs: 'lg',
} as const;

interface ProblemCardProps {
  problem: Problem;
  actions: Action[];
  /** Null if nothing is known about it. */
  cost?: string | null;
}

/** A problem shown instead of other content: what happened, what to do, what it cost. */
export function ProblemCard(props: ProblemCardProps) {
  const { problem, actions, cost = costWords(props.problem) } = props;
  return (
    <Stack gap={16} w="100%" maw={680}>
      <Flex role="alert" data-error-code={problem.code} data-breaks gap={12} p={16} {...frame}>
        <CircleAlert color="var(--danger)" style={{ marginTop: 2 }} />
        <Box miw={0} maw={540} c="var(--text-2)">
          <Title order={2} size="h4" mb={2} c="var(--text-1)">
            {problem.title.replace(/\.$/, '')}
          </Title>
          <p>{problem.advice}</p>
          {cost !== null && (
            <Text inherit mt={2}>
              {cost}
            </Text>
          )}
          {actions.length > 0 && (
            <Group gap={8} mt={12}>
              <RemedyButtons actions={actions} size="sm" />
            </Group>
          )}
        </Box>
      </Flex>
      {problem.details !== null && (
        <Box pos="relative" bdrs="lg" bd="1px solid var(--line)" style={{ overflow: 'hidden' }}>
          <Fold line="Error details" h={36} px={12} fw={500} c="var(--text-2)" bg="var(--sunken)">
            <Box pos="absolute" top={4} right={4}>
              <ForSupport problem={problem} />
            </Box>
            <div data-line="top">
              <ProblemFacts problem={problem} />
            </div>
          </Fold>
        </Box>
      )}
    </Stack>
  );
}

/** The contents of *Error details*: what the service said and what was sent. Never a key. */
export const ProblemFacts = ({ problem }: { problem: Problem }) => (
  <Facts names={108} px={16} py={10}>
    {problemFacts(problem).map(({ label, value, literal }) => (
      <Fact key={label} name={label} literal={literal}>
        {value}
      </Fact>
    ))}
  </Facts>
);

/** For support: copies this problem as text, and opens the support bundle. */
export function ForSupport({ problem }: { problem: Problem }) {
  // Before a service is chosen, no page can be shown.
  const hasPages = useApp(({ snapshot }) => snapshot !== null && snapshot.profile !== null);
  return (
    <Group gap={4} wrap="nowrap">
      {hasPages && <QuietButton onClick={showSupport}>Support bundle…</QuietButton>}
      <CopyButton text={() => problemText(problem)}>Copy</CopyButton>
    </Group>
  );
}

/**
 * A problem in dialogs and small spaces: what happened, what to do, and whether it cost a call. A
 * problem of a request has the same *Error details* as everywhere.
 */
export function ProblemText({ problem }: { problem: Problem }) {
  const { code, title, advice, details } = problem;
  return (
    <Box px={12} py={10} c="var(--text-1)" {...frame} bdrs="md">
      <div role="alert" data-error-code={code}>
        <Text fw={500}>{title}</Text>
        {advice !== '' && <p>{advice}</p>}
        {details !== null && <Text c="var(--text-2)">{costWords(problem)}</Text>}
      </div>
      {details !== null && (
        <Fold line="Error details" mt={6} c="var(--text-2)">
          <ProblemFacts problem={problem} />
          <ForSupport problem={problem} />
        </Fold>
      )}
    </Box>
  );
}

/** The best remedy is the only button with the accent; the others are plain. */
export const RemedyButtons = ({ actions, size }: { actions: Action[]; size: 'xs' | 'sm' }) =>
  actions.map((action, index) => (
    <ActionButton
      key={action.label}
      {...{ action, size }}
      variant={index === 0 ? 'filled' : 'default'}
    />
  ));

/** Limits a rendering error to its part of the window; everything else keeps working. */
interface BoundaryProps {
  /** What can't be shown, as in “This tab can’t be shown.” */
  what: 'tab' | 'page';
  /** What to do besides trying again. */
  advice: string;
  actions?: readonly Action[];
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { what, advice, actions = [] } = this.props;
    return (
      <ProblemCard
        problem={{
          code: 'internal',
          title: `This ${what} can’t be shown.`,
          advice,
          call: 'noCall',
          remedies: [],
          details: null,
        }}
        // What was asked before it is no concern of what can't be drawn.
        cost={null}
        actions={[...actions, { label: 'Try again', act: () => this.setState({ failed: false }) }]}
      />
    );
  }
}

/** The problem of an action, beside it; nothing if there is none. */
export const ActionProblem = ({ action: { problem } }: { action: Pick<Attempt, 'problem'> }) =>
  problem !== null && <ProblemText problem={problem} />;
