/**
 * The form's question, and the way back to the rows it was opened from; collapsed, the form in one
 * line.
 */
import { Text, Flex, Group, ActionIcon, SegmentedControl, Tooltip, Title } from '@mantine/core';
import { ChevronUp, Star, ChevronLeft } from 'lucide-react';
import type { Ref } from 'react';
import { quoted } from '#shared/characters.ts';
import { type DataEndpoint, isDataEndpoint } from '#shared/catalogue/types.ts';
import { dataFromOf, liveId } from '#shared/catalogue/data-from.ts';
import type { RunList } from '#shared/contract/list.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { asAsked, isSameQuestion } from '#shared/query/values.ts';
import { queryChips, listTitle } from '#shared/query/words.ts';
import { RowButton, SmallButton } from '#renderer/components/buttons.tsx';
import { useRun, useSnapshot } from '#renderer/state/app.ts';
import { useUtcDay } from '#renderer/state/time.ts';
import { toggleStar, openRunTab } from '#renderer/state/workspace.ts';
import classes from './QueryForm.module.css';
import { endpointOf } from '#renderer/components/names.ts';
import { grouping } from '#renderer/components/words.ts';
import { nameOfPlatform } from '#renderer/components/platforms.tsx';
import { Tag } from '#renderer/components/page/Page.tsx';
import { chooseDataFrom, hasMoved, showParameter, useHasStored } from './form-view.ts';

interface QueryHeadProps {
  tab: Tab;
  endpoint: DataEndpoint;
  locked: boolean;
  onCollapse: () => void;
}

export function QueryHead({ tab, endpoint, locked, onCollapse }: QueryHeadProps) {
  // Stars apply to the question, for live and stored data alike.
  const question = liveId(endpoint.id);
  const starred = useSnapshot(({ workspace }) => workspace.starred.includes(question));
  const starLabel = starred ? 'Unstar this question' : 'Star this question';
  return (
    <Flex component="header" align="center" gap={8} mih={28} data-wraps>
      <FromCrumb from={tab.from} />
      <QuestionName endpoint={endpoint} mark={endpoint.discovered === null ? null : 'discovered'} />
      <Text inherit truncate flex={1} miw={0} c="var(--text-2)" title={endpoint.description}>
        {endpoint.description}
      </Text>
      <DataFromSwitch tabId={tab.id} endpointId={endpoint.id} locked={locked} />
      <Tooltip label={starLabel}>
        <ActionIcon
          c={starred ? 'var(--accent-text)' : undefined}
          aria-label={starLabel}
          onClick={() => toggleStar(question)}
        >
          <Star fill={starred ? 'currentColor' : 'none'} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Collapse the question">
        <ActionIcon aria-label="Collapse the question" aria-expanded onClick={onCollapse}>
          <ChevronUp />
        </ActionIcon>
      </Tooltip>
    </Flex>
  );
}

interface QuestionNameProps {
  endpoint: DataEndpoint;
  /** Another distinction; null for most. */
  mark: string | null;
}

/** The question, at the start of the form's head. */
const QuestionName = ({ endpoint, mark }: QuestionNameProps) => (
  <>
    <Title order={2} size="h3" flex="none">
      {endpoint.title}
    </Title>
    {[nameOfPlatform(endpoint.platform), mark].map(
      (words) =>
        words !== null && (
          <Tag key={words} px={6} fw={400}>
            {words}
          </Tag>
        ),
    )}
  </>
);

interface DataFromSwitchProps {
  tabId: string;
  endpointId: string;
  locked: boolean;
}

const choices = [
  { value: 'live' as const, label: 'Live' },
  { value: 'stored' as const, label: 'Stored' },
];

/** Only shown if both exist. */
function DataFromSwitch({ tabId, endpointId, locked }: DataFromSwitchProps) {
  const hasStored = useHasStored(endpointId);
  if (!hasStored) return null;
  return (
    <>
      <Text span inherit fz={12} flex="none" me={2} c="var(--text-2)" aria-hidden>
        Data from
      </Text>
      <SegmentedControl
        flex="none"
        me={4}
        aria-label="Data from"
        data={choices}
        value={dataFromOf(endpointId)}
        disabled={locked}
        onChange={(from) => chooseDataFrom(tabId, from)}
      />
    </>
  );
}

/** Returns chips for the values that a list fills. */
const listChips = (
  { parameters }: DataEndpoint,
  list: RunList | null,
): (readonly [string, string])[] =>
  parameters
    .filter(({ key }) => list?.keys.includes(key) === true)
    .map(({ label }) => [label, `list of ${grouping(list?.count ?? 0)}`] as const);

interface CollapsedQueryProps {
  tab: Tab;
  endpoint: DataEndpoint;
  /** The button that expands the form. */
  unfold: Ref<HTMLButtonElement>;
}

/**
 * The form in one line: the question, its given values, and the button that expands it. Above rows it
 * shows what they answer, even while the form contains something else.
 */
export function CollapsedQuery({ tab, endpoint, unfold }: CollapsedQueryProps) {
  const run = useRun(tab.runId);
  const answered = run !== null && run.rowCount > 0 ? run.query : tab.query;
  const catalogue = useSnapshot((snapshot) => snapshot.catalogue);
  const found = endpointOf(catalogue, answered);
  // Live rows stay live while the form asks for stored data.
  const question = found !== undefined && isDataEndpoint(found) ? found : endpoint;
  const today = new Date(useUtcDay());
  const isEdited = !isSameQuestion(endpoint, answered, tab.query, today);
  const isMoved = isEdited && run !== null && hasMoved(endpoint, run, tab);
  const { fields } = answered;
  const list = run !== null && run.rowCount > 0 ? run.list : null;
  const chips = [
    ...listChips(question, list),
    ...queryChips(question, asAsked(question, answered, today)),
  ];
  const words = fields.length === 1 ? '1 field' : `${fields.length} fields`;
  return (
    <Group
      component="form"
      gap={8}
      wrap="nowrap"
      px="var(--edge)"
      className={classes.collapsed}
      data-line="bottom"
      data-wraps
      data-endpoint={endpoint.id}
      aria-label="Question"
      onSubmit={(event) => event.preventDefault()}
    >
      <FromCrumb from={tab.from} />
      <QuestionName endpoint={question} mark={question.kind === 'stored' ? 'Stored data' : null} />
      <Flex component="ul" gap={6} flex="1 1 120px" miw={0} pl={4} style={{ overflow: 'hidden' }}>
        {chips.map(([label, value]) => (
          <li key={label} className={classes.chip} title={`${label}: ${value}`}>
            <Text span inherit flex="none" c="dimmed">
              {label}
            </Text>
            <span data-cuts dir="auto">
              {value}
            </span>
          </li>
        ))}
        {fields.length > 0 && <li className={classes.chip}>{words}</li>}
        {isEdited && (
          <li className={classes.chip}>
            {isMoved ? 'The form’s days have moved on' : 'Edited, not asked yet'}
          </li>
        )}
      </Flex>
      <SmallButton
        ref={unfold}

        aria-expanded={false}
        // Holding Enter in a field must not reopen the form and ask a second time.
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault();
        }}
        onClick={() => showParameter(tab.id, null)}
      >
        Edit question
      </SmallButton>
    </Group>
  );
}

/** The way back to the rows that a question was opened from; nothing if it wasn't opened from rows. */
function FromCrumb({ from }: Pick<Tab, 'from'>) {
  const list = useRun(from?.runId ?? null)?.list;
  const title = useSnapshot(({ catalogue }) => {
    const endpoint = endpointOf(catalogue, from?.query);
    return from === undefined || endpoint === undefined
      ? ''
      : listTitle(endpoint, from.query, list?.count);
  });
  if (from === undefined) return null;
  const words = `from: ${title}`;
  return (
    <RowButton
      flex="0 1 auto"
      gap={2}
      miw={88}
      maw={220}
      h={24}
      ml={-6}
      p="0 6px 0 2px"
      bdrs="var(--radius-tag)"
      fz={12}
      c="var(--accent-text)"
      title={`Back to ${quoted(title)}`}
      onClick={() => openRunTab(from.runId, from.query)}
    >
      <ChevronLeft size={14} />
      <Text component="bdi" inherit truncate>
        {words}
      </Text>
    </RowButton>
  );
}
