/**
 * A list in the form: the button that chooses it, the field that replaces a parameter's control, and
 * the ask buttons with pages per input, cost, and limit of calls.
 */
import { ActionIcon, Box, Button, Group, Input, Text } from '@mantine/core';
import { CornerDownLeft, List, X } from 'lucide-react';
import { useState } from 'react';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import { maxPagesPerInput } from '#shared/contract/list.ts';
import type { RunList } from '#shared/contract/list.ts';
import type { Budget } from '#shared/contract/run.ts';
import { TextLink } from '#renderer/components/texts.tsx';
import { inputsOf, takeAskForList } from '#renderer/state/lists.ts';
import { NumberInSentence, useCallCap, wholeNumber } from '#renderer/components/numbers.tsx';
import { countOf, grouping } from '#renderer/components/words.ts';
import { useIsSample } from '#renderer/state/app.ts';
import { changeFormView, useFormView } from '../form-view.ts';
import classes from './list.module.css';
import { countedInputs, listCost, sourceText, triedFirst } from './list-words.ts';
import { putList } from './use-list.ts';
import type { FormList } from './use-list.ts';
import { ListDialog } from './ListDialog.tsx';
import type { ListOf } from './ListDialog.tsx';

/** Shown beside a parameter's label. */
export function UseList(of: ListOf) {
  const { tab, parameter } = of;
  const [isOpen, setOpen] = useState(
    () => tab.recipeList?.keys[0] === parameter.key && takeAskForList(tab.id),
  );
  return (
    <Box component="span" fz={12} lh="16px">
      <TextLink alone onClick={() => setOpen(true)}>
        Use a list…
      </TextLink>
      <ListDialog {...of} before={null} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Box>
  );
}

/** The list, with buttons to change and to remove it. */
/** `id`: of the button to change it, which has the focus once there is a list. */
export function ListField({ id, list, ...of }: ListOf & { id: string; list: FormList }) {
  const { tab, parameter } = of;
  const { asking } = useFormView(tab.id);
  const [isOpen, setOpen] = useState(false);
  const { choice, problem } = list;
  return (
    <Box pos="relative" miw={0} data-param={parameter.key} data-kind="list">
      <Input.Wrapper
        className={classes.field}
        label={parameter.label}
        labelElement="div"
        description={problem === null ? sourceText(choice.table.source) : null}
        error={problem?.title}
      >
        <Group className={classes.box} gap={8} wrap="nowrap">
          <List />
          <ListWords id={`${id}-words`} list={list} parameter={parameter} />
          <TextLink
            alone
            id={id}
            aria-describedby={`${id}-words`}
            disabled={asking}
            onClick={() => setOpen(true)}
          >
            {problem === null ? 'Change…' : 'Choose a list…'}
          </TextLink>
          <ActionIcon
            size="sm"
            aria-label="Remove the list"
            disabled={asking}
            onClick={() => {
              putList(tab, null);
              changeFormView(tab.id, { focusOn: parameter.key });
            }}
          >
            <X size={14} />
          </ActionIcon>
        </Group>
      </Input.Wrapper>
      <ListDialog
        {...of}
        before={problem === null ? choice : null}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </Box>
  );
}

/**
 * "40 accounts: mira_osei, lev_adler…". For a list with several parameters, each shows its own values.
 */
function ListWords({ id, list, parameter }: { id: string; list: FormList; parameter: Parameter }) {
  const { choice, checked, problem } = list;
  const column = choice.table.columns[choice.mapping[parameter.key] ?? -1];
  const sample = list.keys.length > 1 ? (column?.sample ?? []) : (checked?.sample ?? []);
  return (
    <Text id={id} span inherit truncate flex={1} miw={0}>
      {problem !== null ? (
        'No list'
      ) : checked === null ? (
        'Checking the list…'
      ) : (
        <>
          {countedInputs(parameter, inputsOf(checked, choice.onlyNew))}:{' '}
          <bdi>{sample.join(', ')}</bdi>
        </>
      )}
    </Text>
  );
}

interface ListAskProps {
  endpoint: DataEndpoint;
  list: FormList;
  /** List of the run on screen. */
  before: RunList | null;
  /** Pages for each input that were asked for before, in the run or file that it comes from. */
  pagesBefore: number | undefined;
  disabled: boolean;
  onAsk: (limit: Partial<Budget>) => void;
}

const mostCalls = 10_000_000;

export function ListAsk({ endpoint, list, before, pagesBefore, disabled, onAsk }: ListAskProps) {
  const isSample = useIsSample();
  const proposed = before?.perInput ?? pagesBefore ?? 1;
  const [typedPages, setPages] = useState(`${Math.min(proposed, maxPagesPerInput)}`);
  const { checked, choice } = list;
  const { onlyNew } = choice;
  const inputs = checked === null ? 0 : inputsOf(checked, onlyNew);
  const perCall = checked?.perCall ?? 1;
  const perInput = endpoint.pages ? wholeNumber(typedPages, maxPagesPerInput) : 1;
  const cost = listCost(endpoint, inputs, { perInput: perInput ?? 1, perCall });
  const [cap, capField] = useCallCap({
    label: 'Maximum number of calls',
    after: 'calls, including retries',
    proposed: cost.cap,
    most: mostCalls,
  });
  const isTried = inputs > triedFirst * perCall;
  // Only one accent button at a time: once these inputs were asked, the next step is below.
  const isAnswered =
    before?.count === inputs &&
    JSON.stringify(before.source) === JSON.stringify(choice.table.source);
  const ask = (first: number | null): void => {
    if (perInput === null || cap === null) return;
    onAsk({ perInput, inputs: first, calls: cap });
  };
  const all = `Get ${isTried ? 'all ' : ''}${grouping(inputs)}`;
  const isWrong = perInput === null || cap === null || inputs === 0 || !list.isCurrent;
  // The field shows why.
  if (checked === null) return <Box flex={1} />;
  return (
    <>
      {isTried && (
        <Button
          variant={isAnswered || disabled ? 'default' : 'filled'}
          disabled={disabled || isWrong}
          rightSection={<CornerDownLeft size={14} />}
          onClick={() => ask(triedFirst * perCall)}
        >
          Try {grouping(triedFirst * perCall)} first
        </Button>
      )}
      <Button
        variant={isTried || isAnswered || disabled ? 'default' : 'filled'}
        disabled={disabled || isWrong}
        onClick={() => ask(null)}
      >
        {all}
      </Button>
      <Group gap="4px 8px" flex={1} c="var(--text-2)">
        {endpoint.pages && (
          <NumberInSentence
            before="Up to"
            after={perInput === 1 ? 'page each.' : 'pages each.'}
            label="Pages for each input"
            value={typedPages}
            most={maxPagesPerInput}
            isWrong={perInput === null}
            onType={setPages}
          />
        )}
        {perInput !== null && <span>{cost.calls}</span>}
        {capField}
        {isSample && <span>Sample data: nothing is charged.</span>}
        {!isSample && cap !== null && cap < cost.cap && (
          <span>The list stops at {countOf(cap, 'call')}; you can continue it.</span>
        )}
      </Group>
    </>
  );
}
