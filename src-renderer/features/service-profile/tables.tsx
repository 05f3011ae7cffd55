/**
 * What the service says beyond the specification: which facts are shown, how they are described, and
 * their tables.
 */
import { Flex, Switch, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Assumption, ServiceProfile, Difference } from '#shared/contract/description.ts';
import { hasWords } from '#renderer/components/find.ts';
import { countOf } from '#renderer/components/words.ts';
import { SmallButton } from '#renderer/components/buttons.tsx';
import { RowList, Section } from '#renderer/components/page/Page.tsx';
import { PlatformIcon } from '#renderer/components/platforms.tsx';
import { TableHead } from '#renderer/components/texts.tsx';
import { acceptDifference } from '#renderer/state/description.ts';
import classes from './ServiceProfile.module.css';
import { useAction } from '#renderer/components/hooks.ts';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { openQuestion } from '../explore/form-view.ts';

export const sourceLabels: Record<Assumption['inForce']['by'], string> = {
  assumption: 'assumed',
  service: 'from the service',
  person: 'yours',
};

export const shows = ['all', 'assumption', 'service', 'person'] as const;
/** Which facts are shown, by the source of the effective value. */
export type Show = (typeof shows)[number];

export const showLabels: Record<Show, string> = {
  all: 'All',
  assumption: 'Assumed',
  service: 'From the service',
  person: 'Yours',
};

/** Returns the facts that match every typed word. */
export function findFacts(
  assumptions: readonly Assumption[],
  show: Show,
  typed: string,
): Assumption[] {
  return assumptions.filter(
    ({ question, about, assumed, inForce, service, platform }) =>
      (show === 'all' || inForce.by === show) &&
      hasWords([platform, question, about, assumed, inForce.value, service?.value], typed),
  );
}

/** Whether only a person can decide: what the service says about it is unclear. */
export const needsDecision = ({ inForce, notTaken, candidates }: Assumption): boolean =>
  inForce.by === 'assumption' && (notTaken !== null || candidates.length > 0);

/** Returns "31 assumptions: 12 settled by the service, 2 by you." */
export function summaryOf({ assumptions }: ServiceProfile): string {
  const settled = (by: Assumption['inForce']['by']): number =>
    assumptions.filter(({ inForce }) => inForce.by === by).length;
  return `${countOf(assumptions.length, 'assumption')}: ${settled('service')} settled by the service, ${settled('person')} by you.`;
}

/** Returns the text for a fact about which the service says nothing usable. */
export function unusableWords({ notTaken, candidates }: Assumption, wasRead: boolean): string {
  if (notTaken !== null) return notTaken;
  if (candidates.length > 0) return 'Several names would match.';
  return wasRead ? 'Nothing.' : 'Not asked yet.';
}

/** Documented values that the service contradicts; they change only if accepted. */
export function DifferencesSection({ differences }: { differences: readonly Difference[] }) {
  const accepting = useAction();
  const accept = (id: string, accepted: boolean) =>
    accepting.run(() => acceptDifference(id, accepted));
  return (
    <Section title="Where the service differs from the specification">
      <Text inherit mb={8} c="var(--text-2)">
        The specification applies until you accept what the service says.
      </Text>
      <FactTable head={['What', 'Specification', 'The service says', 'Accepted']}>
        {differences.map((one) => (
          <tr key={one.id} data-fact={one.id}>
            <FactName {...one} />
            <td>
              <Value>{one.documented}</Value>
            </td>
            <td>
              <Value>{one.service}</Value>
              <Aside>{one.reason}</Aside>
              {one.inForce !== one.documented && one.inForce !== one.service && (
                <Aside>In use: {one.inForce}</Aside>
              )}
            </td>
            <td>
              {one.acceptable || one.accepted ? (
                <Switch
                  aria-label={`Accept ${one.about}, ${one.question}`}
                  checked={one.accepted}
                  onChange={(event) => accept(one.id, event.currentTarget.checked)}
                />
              ) : (
                <Aside>For information only.</Aside>
              )}
            </td>
          </tr>
        ))}
      </FactTable>
      <ActionProblem action={accepting} />
    </Section>
  );
}

/** A description may contain very many; all are in the sidebar. */
const mostDiscovered = 200;

/** Questions that only the service's description has. */
export function DiscoveredSection({ discovered }: Pick<ServiceProfile, 'discovered'>) {
  return (
    <Section title="Discovered questions">
      <Text inherit mb={8} c="var(--text-2)">
        Only the service’s own description has these. They are in the sidebar too, marked
        “discovered”.
      </Text>
      <RowList>
        {discovered
          .slice(0, mostDiscovered)
          .map(({ path, title, platform, endpointId, leftOut }) => (
            <li key={path} className={classes.discovered}>
              <PlatformIcon platform={platform} />
              <span className={classes.discoveredText}>
                <span dir="auto">{title}</span>
                <Text component="code" fz={12} lh="18px" c="dimmed" dir="ltr">
                  {path}
                </Text>
                {leftOut !== null && <Aside>{leftOut}</Aside>}
              </span>
              {endpointId !== null && (
                <SmallButton aria-label={`Open ${title}`} onClick={() => openQuestion(endpointId)}>
                  Open
                </SmallButton>
              )}
            </li>
          ))}
      </RowList>
      {discovered.length > mostDiscovered && (
        <Text size="xs" c="dimmed">
          The sidebar has {discovered.length - mostDiscovered} more.
        </Text>
      )}
    </Section>
  );
}

interface FactTableProps {
  head: readonly string[];
  /** The rows. */
  children: ReactNode;
}

/** Facts about the service in columns. */
export function FactTable({ head, children }: FactTableProps) {
  return (
    <table className={classes.table}>
      <TableHead names={head} />
      <tbody>{children}</tbody>
    </table>
  );
}

/** What a row is about, and its question. */
export function FactName({
  about,
  question,
  platform,
}: Pick<Difference, 'about' | 'question' | 'platform'>) {
  return (
    <th scope="row">
      <span className={classes.about}>{about}</span>
      <Flex component="span" gap={6} align="center" fz={12} lh="16px" c="var(--text-2)">
        <PlatformIcon platform={platform} size={14} />
        {question}
      </Flex>
    </th>
  );
}

/** Details about a value, below it. */
export const Aside = (props: { children: ReactNode }) => (
  <Text span size="xs" display="block" c="dimmed" {...props} />
);

/** Longer lists are truncated on screen; all of it is shown for editing. */
const mostShown = 120;

/** A name, a path or a list as written. */
export function Value({ children }: { children: string }) {
  if (children === '')
    return (
      <Text span size="xs" c="dimmed">
        none
      </Text>
    );
  const hiddenLength = children.length - mostShown;
  const names = children.split(',').length;
  return (
    <code
      className={classes.value}
      dir="ltr"
      title={hiddenLength > 0 ? children.slice(0, 2000) : undefined}
    >
      {hiddenLength > 0 ? `${children.slice(0, mostShown)}…` : children}
      {hiddenLength > 0 && names > 3 && (
        <Text span size="xs" c="dimmed">
          {' '}
          {names} names
        </Text>
      )}
    </code>
  );
}
