/** What is assumed about the service, and what must be decided. */
import { Button, Flex, Group, SegmentedControl, Text } from '@mantine/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Assumption, ServiceProfile } from '#shared/contract/description.ts';
import { Section, Tag } from '#renderer/components/page/Page.tsx';
import { SearchRow } from '#renderer/components/SearchBox.tsx';
import { countOf } from '#renderer/components/words.ts';
import { useApp } from '#renderer/state/app.ts';
import { resetCorrection } from '#renderer/state/description.ts';
import {
  findFacts,
  needsDecision,
  sourceLabels,
  type Show,
  showLabels,
  shows,
  unusableWords,
  Aside,
  FactName,
  FactTable,
  Value,
} from './tables.tsx';
import classes from './ServiceProfile.module.css';

interface AssumptionsProps {
  serviceProfile: ServiceProfile;
  onEdit: (id: string) => void;
  onTry: (id: string) => void;
}

/** Shows first what only a person can decide; everything else is collapsed. */
export function AssumptionsSection({ serviceProfile, onEdit, onTry }: AssumptionsProps) {
  const { assumptions, description } = serviceProfile;
  const undecided = assumptions.filter(needsDecision);
  const others = assumptions.filter((fact) => !needsDecision(fact));
  const container = useRef<HTMLDivElement>(null);
  useAskedFact(container);
  const shared = { wasRead: description !== null, onEdit, onTry };
  return (
    <div ref={container}>
      {undecided.length > 0 && (
        <Section title="Needs your decision">
          <Text inherit mb={8} c="var(--text-2)">
            The service’s own description leaves these open. Until you decide, our assumption is
            used.
          </Text>
          <Facts facts={undecided} {...shared} />
        </Section>
      )}
      <Section title="What is assumed">
        <details className={classes.fold}>
          <summary>{countOf(others.length, 'assumption')}</summary>
          <Others facts={others} {...shared} />
        </details>
      </Section>
    </div>
  );
}

/** Scrolls to the assumption that the page was opened at, and focuses its buttons. */
function useAskedFact(container: RefObject<HTMLElement | null>): void {
  const asked = useApp(({ askedFact }) => askedFact);
  useEffect(() => {
    if (asked === null) return;
    useApp.setState({ askedFact: null });
    const rows = container.current?.querySelectorAll<HTMLElement>('[data-fact]') ?? [];
    const row = [...rows].find(({ dataset }) => dataset['fact'] === asked);
    // An element in a collapsed section can't have the focus.
    row?.closest('details')?.setAttribute('open', '');
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('button')?.focus({ preventScroll: true });
  }, [asked, container]);
}

interface FactsProps extends Pick<AssumptionsProps, 'onEdit' | 'onTry'> {
  facts: readonly Assumption[];
  /** Whether the service was asked for its description. */
  wasRead: boolean;
}

function Others({ facts, ...shared }: FactsProps) {
  const [show, setShow] = useState<Show>('all');
  const [typed, setTyped] = useState('');
  const found = findFacts(facts, show, typed);
  return (
    <>
      <Group justify="space-between" gap={12} my={8} wrap="nowrap">
        <Text inherit c="var(--text-2)">
          Your own value comes first, then what the service says, then our assumption.
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Which assumptions"
          data={shows.map((value) => ({ value, label: showLabels[value] }))}
          value={show}
          onChange={setShow}
        />
      </Group>
      <SearchRow
        label="Search assumptions"
        search={typed}
        onSearch={setTyped}
        found={countOf(found.length, 'assumption')}
      />
      <Facts facts={found} {...shared} />
      {found.length === 0 && (
        <Text size="xs" c="dimmed">
          No assumptions match.
        </Text>
      )}
    </>
  );
}

function Facts({ facts, ...shared }: FactsProps) {
  return (
    <FactTable head={['What', 'Our assumption', 'The service says', 'Used']}>
      {facts.map((fact) => (
        <Row key={fact.id} fact={fact} {...shared} />
      ))}
    </FactTable>
  );
}

function Row({ fact, wasRead, onEdit, onTry }: Omit<FactsProps, 'facts'> & { fact: Assumption }) {
  const { id, about, question, assumed, service, candidates, inForce, person } = fact;
  const name = `${about}, ${question}`;
  return (
    <tr data-fact={id}>
      <FactName {...fact} />
      <td>
        <Value>{assumed}</Value>
      </td>
      <td>
        {service === null ? (
          <Aside>
            {unusableWords(fact, wasRead)}
            {candidates.length > 0 && ` It could be: ${candidates.slice(0, 8).join(', ')}.`}
          </Aside>
        ) : (
          <>
            <Value>{service.value}</Value>
            <Aside>{service.reason}</Aside>
          </>
        )}
      </td>
      <td>
        <Value>{inForce.value}</Value>{' '}
        <Tag fw={400} tone={tones[inForce.by]}>
          {sourceLabels[inForce.by]}
        </Tag>
        <Flex component="span" gap={2} mt={4} ms={-6}>
          <LineButton aria-label={`Edit ${name}`} onClick={() => onEdit(id)}>
            Edit…
          </LineButton>
          {fact.triable && (
            <LineButton aria-label={`Try it: ${name}`} onClick={() => onTry(id)}>
              Try it…
            </LineButton>
          )}
          {person !== null && (
            <LineButton
              color="gray"
              aria-label={`Reset ${name}`}
              onClick={() => void resetCorrection(id)}
            >
              Reset
            </LineButton>
          )}
        </Flex>
      </td>
    </tr>
  );
}

const tones = { assumption: undefined, service: 'ok', person: 'accent' } as const;

const LineButton = Button.withProps({ size: 'compact-xs', variant: 'subtle' });
