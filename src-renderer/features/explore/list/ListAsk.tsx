/** Asking for a list: pages for each input, what that costs, and the calls that are never exceeded. */
import { Box, Button, Group } from '@mantine/core';
import { CornerDownLeft } from 'lucide-react';
import { useState } from 'react';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { maxPagesPerInput, type ListPlan, type RunList } from '#shared/contract/list.ts';
import { NumberInSentence, wholeNumber } from '../../../components/numbers.tsx';
import { countOf, grouping } from '../../../components/words.ts';
import { useIsSample } from '../../../state/app.ts';
import { inputsOf } from '../../../state/lists.ts';
import { listCost, triedFirst } from './list-words.ts';
import type { FormList } from './use-list.ts';

interface ListAskProps {
  endpoint: DataEndpoint;
  list: FormList;
  /** Of the run on screen. */
  before: RunList | null;
  disabled: boolean;
  onAsk: (plan: Omit<ListPlan, 'listId'>) => void;
}

const mostCalls = 10_000_000;

export function ListAsk({ endpoint, list, before, disabled, onAsk }: ListAskProps) {
  const isSample = useIsSample();
  const [typedPages, setPages] = useState(`${before?.perInput ?? 1}`);
  const [typedCap, setCap] = useState('');
  const { checked, choice } = list;
  const { onlyNew } = choice;
  const inputs = checked === null ? 0 : inputsOf(checked, onlyNew);
  const perCall = checked?.perCall ?? 1;
  const perInput = endpoint.pages ? wholeNumber(typedPages, maxPagesPerInput) : 1;
  const cost = listCost(endpoint, inputs, { perInput: perInput ?? 1, perCall });
  // What was typed always wins.
  const cap = typedCap.trim() === '' ? cost.cap : wholeNumber(typedCap, mostCalls);
  const isTried = inputs > triedFirst * perCall;
  // One accent button at a time: once these inputs were asked, the next step is below.
  const isAnswered =
    before?.count === inputs &&
    JSON.stringify(before.source) === JSON.stringify(choice.table.source);
  const ask = (first: number | null): void => {
    if (perInput === null || cap === null) return;
    onAsk({ onlyNew, perInput, first, maxCalls: cap });
  };
  const all = `Get ${isTried ? 'all ' : ''}${grouping(inputs)}`;
  const isWrong = perInput === null || cap === null || inputs === 0 || !list.isCurrent;
  // Its field says why.
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
            isWrong={perInput === null}
            onType={setPages}
          />
        )}
        <span>{cost.calls}</span>
        <NumberInSentence
          before="Never more than"
          after="calls, retries included."
          label="Calls that are never exceeded"
          value={typedCap}
          placeholder={grouping(cost.cap)}
          isWrong={cap === null}
          onType={setCap}
        />
        {isSample && <span>Sample data: nothing is charged.</span>}
        {!isSample && cap !== null && cap < cost.cap && (
          <span>The list stops at {countOf(cap, 'call')}; you can continue it.</span>
        )}
      </Group>
    </>
  );
}
