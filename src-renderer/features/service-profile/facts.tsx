/**
 * The facts about the service: which differ from the specification, which need a decision, and which are
 * assumed; what each side says and which value is used.
 */
import { Box, Button, Flex, Group, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { maxCorrectionLength } from '#shared/contract/description.ts';
import type { Fact, FactKind, ServiceProfile } from '#shared/contract/description.ts';
import { DialogForm, DialogOf } from '#renderer/components/dialog/Dialog.tsx';
import { useAction } from '#renderer/components/hooks.ts';
import type { Attempt } from '#renderer/components/hooks.ts';
import { hasWords } from '#renderer/components/find.ts';
import { Section, Tag } from '#renderer/components/page/Page.tsx';
import { PlatformIcon } from '#renderer/components/platforms.tsx';
import { ActionProblem } from '#renderer/components/problems/ProblemCard.tsx';
import { SearchRow } from '#renderer/components/SearchBox.tsx';
import { DataTable, Fact as Line, Facts } from '#renderer/components/tables.tsx';
import { FoldedSection } from '#renderer/components/texts.tsx';
import { countOf, upperFirst } from '#renderer/components/words.ts';
import { useApp, useSnapshot } from '#renderer/state/app.ts';
import { act } from '#renderer/state/act.ts';
import { tryQuestion } from '../explore/form-view.ts';

type Source = Fact['inForce']['by'];

/** What is documented needs no label: it applies until something else is accepted. */
const sources: Partial<Record<Source, { label: string; tone?: 'ok' | 'accent' }>> = {
  assumed: { label: 'assumed' },
  service: { label: 'from the service', tone: 'ok' },
  person: { label: 'yours', tone: 'accent' },
};

const shows = [
  { value: 'all', label: 'All' },
  { value: 'assumed', label: 'Assumed' },
  { value: 'service', label: 'From the service' },
  { value: 'person', label: 'Yours' },
] as const;
/** Which facts are shown, by the source of the effective value. */
type Show = (typeof shows)[number]['value'];

/** Returns the facts that match every typed word. */
export const findFacts = (facts: readonly Fact[], show: Show, typed: string): Fact[] =>
  facts.filter(
    ({ question, about, ours, inForce, service, platform }) =>
      (show === 'all' || inForce.by === show) &&
      hasWords([platform, question, about, ours, inForce.value, service?.value], typed),
  );

/** Returns "31 assumptions, 12 settled by the service, 2 by you." */
export function summaryOf({ facts }: ServiceProfile): string {
  const assumed = facts.filter(({ isAssumed }) => isAssumed);
  const settled = (by: Source): number => assumed.filter(({ inForce }) => inForce.by === by).length;
  const by = [
    ...(settled('service') > 0 ? [`${settled('service')} settled by the service`] : []),
    ...(settled('person') > 0 ? [`${settled('person')} by you`] : []),
  ];
  return `${[countOf(assumed.length, 'assumption'), ...(by.length > 0 ? by : ['none settled yet'])].join(', ')}.`;
}

/** Shows first what only a person can decide; everything else is collapsed. */
export function FactSections({
  serviceProfile: { facts, description },
}: {
  serviceProfile: ServiceProfile;
}) {
  // An id rather than the fact, so that the dialog shows its current state.
  const [edited, setEdited] = useState<string | null>(null);
  const differing = facts.filter(({ isAssumed }) => !isAssumed);
  const assumed = facts.filter(({ isAssumed }) => isAssumed);
  const isOpen = ({ inForce, service }: Fact) => inForce.by === 'assumed' && service !== null;
  const undecided = assumed.filter(isOpen);
  const others = assumed.filter((fact) => !isOpen(fact));
  const container = useRef<HTMLDivElement>(null);
  const [isUnfolded, unfold] = useState(false);
  useAskedFact(container, isUnfolded, unfold);
  const shared = { wasRead: description !== null, onEdit: setEdited };
  const close = () => setEdited(null);
  return (
    // The page spaces them, as it does its other sections.
    <div ref={container} style={{ display: 'contents' }}>
      {differing.length > 0 && (
        <Section title="Where the service differs from the specification">
          <Text inherit mb={8} c="var(--text-2)">
            The specification applies until you accept what the service says.
          </Text>
          <FactsTable facts={differing} ours="Specification" {...shared} />
        </Section>
      )}
      {undecided.length > 0 && (
        <Section title="Needs your decision">
          <Text inherit mb={8} c="var(--text-2)">
            The service’s own description leaves these open. Until you decide, our assumption is
            used.
          </Text>
          <FactsTable facts={undecided} {...shared} />
        </Section>
      )}
      <FoldedSection title="What is assumed" opened={isUnfolded} onChange={unfold}>
        <Others facts={others} {...shared} />
      </FoldedSection>
      <DialogOf
        of={facts.find(({ id }) => id === edited) ?? null}
        onClose={close}
        title={({ about }) => about}
        size={560}
      >
        {(fact) => <EditForm key={fact.id} fact={fact} onClose={close} />}
      </DialogOf>
    </div>
  );
}

/** Scrolls to the assumption that the page was opened at, and focuses its buttons. */
function useAskedFact(
  container: RefObject<HTMLElement | null>,
  isUnfolded: boolean,
  unfold: (isUnfolded: boolean) => void,
): void {
  const asked = useApp(({ askedFact }) => askedFact);
  useEffect(() => {
    if (asked === null) return;
    const rows = container.current?.querySelectorAll<HTMLElement>('[data-fact]') ?? [];
    const row = [...rows].find(({ dataset }) => dataset['fact'] === asked);
    if (row === undefined && !isUnfolded) {
      unfold(true);
      return;
    }
    useApp.setState({ askedFact: null });
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector('button')?.focus({ preventScroll: true });
  }, [asked, container, isUnfolded, unfold]);
}

interface FactsProps {
  facts: readonly Fact[];
  onEdit: (id: string) => void;
  /** Whether the service was asked for its description. */
  wasRead: boolean;
  /** Heading of our side. */
  ours?: string;
}

function Others({ facts, ...shared }: FactsProps) {
  const [show, setShow] = useState<Show>('all');
  const [typed, setTyped] = useState('');
  const found = findFacts(facts, show, typed);
  return (
    <>
      <Group justify="space-between" gap="4px 12px" my={8}>
        <Text inherit c="var(--text-2)">
          Your own value comes first, then what the service says, then our assumption.
        </Text>
        <SegmentedControl
          aria-label="Which assumptions"
          data={[...shows]}
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
      <FactsTable facts={found} {...shared} />
      {found.length === 0 && (
        <Text size="xs" c="dimmed">
          No assumptions match.
        </Text>
      )}
    </>
  );
}

function FactsTable({ facts, ours = 'Our assumption', wasRead, onEdit }: FactsProps) {
  const changing = useAction();
  return (
    <>
      <DataTable
        style={{ tableLayout: 'fixed' }}
        isNamed
        head={['What', ours, 'The service says', 'Used']}
        rowProps={(row) => ({ 'data-fact': facts[row]?.id })}
        rows={facts.map((fact) => [
          <About key={fact.id} {...fact} />,
          <Value key={fact.id}>{fact.ours}</Value>,
          <>
            {fact.service?.value != null && <Value>{fact.service.value}</Value>}
            <Aside>{whyWords(fact, wasRead)}</Aside>
          </>,
          <Used key={fact.id} {...{ fact, changing, onEdit }} />,
        ])}
      />
      <ActionProblem action={changing} />
    </>
  );
}

const About = ({ about, platform, question }: Fact) => (
  <>
    <Text span inherit display="block" fw={500}>
      {upperFirst(about)}
    </Text>
    <Flex component="span" gap={6} align="center" fz={12} lh="16px" c="var(--text-2)">
      <PlatformIcon platform={platform} size={14} />
      {question}
    </Flex>
  </>
);

interface UsedProps extends Pick<FactsProps, 'onEdit'> {
  fact: Fact;
  changing: Attempt;
}

/** The effective value, and what can be done about it. */
function Used({ fact, changing, onEdit }: UsedProps) {
  const { id, about, question, isAssumed, service, inForce, person } = fact;
  const name = `${about}, ${question}`;
  const said = service?.value ?? null;
  const tried = useSnapshot(({ catalogue }) =>
    catalogue.endpoints.find((one) => one.id === fact.endpointId),
  );
  const source = sources[inForce.by];
  return (
    <>
      <Value>{inForce.value}</Value>{' '}
      {source !== undefined && (
        <Tag fw={400} tone={source.tone}>
          {source.label}
        </Tag>
      )}
      <Flex component="span" gap={2} mt={4} ms={-6} wrap="wrap">
        {!isAssumed && said !== null && said !== inForce.value && (
          <LineButton
            aria-label={`Accept ${name}`}
            onClick={() => changing.run(() => act('correction.set', { id, value: said }))}
          >
            Accept
          </LineButton>
        )}
        <LineButton aria-label={`Edit ${name}`} onClick={() => onEdit(id)}>
          Edit…
        </LineButton>
        {tried !== undefined && (
          <LineButton aria-label={`Try it: ${name}`} onClick={() => tryQuestion(tried)}>
            Try it
          </LineButton>
        )}
        {person !== null && (
          <LineButton
            color="gray"
            aria-label={`Reset ${name}`}
            onClick={() => changing.run(() => act('correction.reset', { id }))}
          >
            Reset
          </LineButton>
        )}
      </Flex>
    </>
  );
}

const LineButton = Button.withProps({ size: 'compact-xs', variant: 'subtle' });

/** Returns what the description's word, or its silence, rests on. */
export function whyWords({ service, candidates }: Fact, wasRead: boolean): string {
  if (service === null) return wasRead ? 'Nothing.' : 'Not asked yet.';
  return candidates.length === 0 || service.value !== null
    ? service.why
    : `${service.why} It could be: ${candidates.slice(0, 8).join(', ')}.`;
}

const help: Record<FactKind, string> = {
  path: 'Begins with /api/data/ and keeps the same {keys}.',
  name: 'As the service writes it in the address, before the =.',
  required: '“required” or “optional”.',
  values: 'Separate several with commas.',
  default: 'What the service uses when nothing is given. May be empty.',
  limits: 'The smallest and the largest, such as 1–100.',
  fields: 'Separate several with commas.',
};

/** Editing a fact: what each side says, and the person's own value. */
function EditForm({ fact, onClose }: { fact: Fact; onClose: () => void }) {
  const { id, kind, question, isAssumed, ours, service, candidates, inForce, person } = fact;
  const [value, setValue] = useState(inForce.value);
  const saving = useAction();
  const offered = [...new Set([service?.value ?? [], candidates].flat())];

  return (
    <DialogForm
      submit="Save"
      act={() => act('correction.set', { id, value })}
      action={saving}
      before={
        person !== null && (
          <Button
            variant="subtle"
            color="gray"
            disabled={saving.busy}
            onClick={() => saving.run(() => act('correction.reset', { id }), onClose)}
          >
            Reset
          </Button>
        )
      }
    >
      <Facts>
        <Line name="Question">{question}</Line>
        <Line name={isAssumed ? 'We assume' : 'Specification'}>
          <Value>{ours}</Value>
        </Line>
      </Facts>
      {offered.length > 0 && (
        <Group gap={6} c="var(--text-2)">
          <span>The service has</span>
          {offered.slice(0, 20).map((one) => (
            <Button
              key={one}
              size="compact-xs"
              variant="default"
              aria-label={`Take ${one.slice(0, 100)}`}
              onClick={() => setValue(one)}
            >
              {one.length > 40 ? `${one.slice(0, 40)}…` : one}
            </Button>
          ))}
        </Group>
      )}
      <Textarea
        label="What is sent"
        description={help[kind]}
        autosize
        maxRows={8}
        data-literal
        maxLength={maxCorrectionLength}
        autoComplete="off"
        spellCheck={false}
        value={value}
        // A single line, whatever is pasted.
        onChange={(event) => setValue(event.currentTarget.value.replaceAll(/[\r\n]+/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        error={saving.problem?.title}
      />
    </DialogForm>
  );
}

/** Details about a value, below it. */
export const Aside = (props: { children: ReactNode }) => (
  <Text span size="xs" display="block" c="dimmed" {...props} />
);

/** Longer lists are truncated on screen; all of it is shown for editing. */
const mostShown = 120;

/** A name, a path or a list as written. */
function Value({ children }: { children: string }) {
  if (children === '')
    return (
      <Text span size="xs" c="dimmed">
        none
      </Text>
    );
  const hiddenLength = children.length - mostShown;
  const names = children.split(',').length;
  return (
    <Box
      component="code"
      lh="18px"
      data-breaks
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
    </Box>
  );
}
