/** The table of everything assumed. */
import { Button, SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Assumption, ServiceProfile } from '#shared/contract/description.ts';
import { Section } from '../../components/page/Page.tsx';
import { PlatformIcon } from '../../components/platforms.tsx';
import { SearchRow } from '../../components/SearchRow.tsx';
import { countOf } from '../../components/words.ts';
import { useApp } from '../../state/app.ts';
import { resetCorrection } from '../../state/description.ts';
import { findFacts, sayers, showLabels, shows, silence, type Show } from './profile-words.ts';
import { Value } from './Value.tsx';
import classes from './ServiceProfile.module.css';

interface AssumptionsProps {
  serviceProfile: ServiceProfile;
  onEdit: (id: string) => void;
  onTry: (id: string) => void;
}

export function AssumptionsSection({ serviceProfile, onEdit, onTry }: AssumptionsProps) {
  const [show, setShow] = useState<Show>('all');
  const [typed, setTyped] = useState('');
  const found = findFacts(serviceProfile.assumptions, show, typed);
  const table = useRef<HTMLTableElement>(null);
  const asked = useApp(({ askedFact }) => askedFact);
  useEffect(() => {
    if (asked === null) return;
    useApp.setState({ askedFact: null });
    const rows = table.current?.querySelectorAll<HTMLElement>('[data-fact]') ?? [];
    const row = [...rows].find(({ dataset }) => dataset['fact'] === asked);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('button')?.focus({ preventScroll: true });
  }, [asked]);
  return (
    <Section
      title="What is assumed"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Which assumptions"
          data={shows.map((value) => ({ value, label: showLabels[value] }))}
          value={show}
          onChange={setShow}
        />
      }
    >
      <p className={classes.lead}>
        The specification doesn’t show these. What you decide goes before what the service says, and
        that before our assumption.
      </p>
      <SearchRow
        label="Search assumptions"
        search={typed}
        onSearch={setTyped}
        found={countOf(found.length, 'assumption')}
      />
      <table ref={table} className={classes.table}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Our assumption</th>
            <th scope="col">The service says</th>
            <th scope="col">In force</th>
          </tr>
        </thead>
        <tbody>
          {found.map((fact) => (
            <Row
              key={fact.id}
              fact={fact}
              wasRead={serviceProfile.description !== null}
              onEdit={onEdit}
              onTry={onTry}
            />
          ))}
        </tbody>
      </table>
      {found.length === 0 && <p className={classes.none}>None of them.</p>}
    </Section>
  );
}

function Row({
  fact,
  wasRead,
  onEdit,
  onTry,
}: {
  fact: Assumption;
  wasRead: boolean;
} & Pick<AssumptionsProps, 'onEdit' | 'onTry'>) {
  const { id, about, question, platform, assumed, service, candidates, inForce, person } = fact;
  const name = `${about}, ${question}`;
  return (
    <tr data-fact={id}>
      <th scope="row">
        <span className={classes.about}>{about}</span>
        <span className={classes.question}>
          <PlatformIcon platform={platform} size={14} />
          {question}
        </span>
      </th>
      <td>
        <Value>{assumed}</Value>
      </td>
      <td>
        {service === null ? (
          <span className={classes.reason}>
            {silence(fact, wasRead)}
            {candidates.length > 0 && ` It could be: ${candidates.slice(0, 8).join(', ')}.`}
          </span>
        ) : (
          <>
            <Value>{service.value}</Value>
            <span className={classes.reason}>{service.reason}</span>
          </>
        )}
      </td>
      <td>
        <Value>{inForce.value}</Value>{' '}
        <span className={classes.by} data-by={inForce.by}>
          {sayers[inForce.by]}
        </span>
        <span className={classes.actions}>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Edit ${name}`}
            onClick={() => onEdit(id)}
          >
            Edit…
          </Button>
          {fact.triable && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Try it: ${name}`}
              onClick={() => onTry(id)}
            >
              Try it…
            </Button>
          )}
          {person !== null && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`Reset ${name}`}
              onClick={() => void resetCorrection(id)}
            >
              Reset
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}
