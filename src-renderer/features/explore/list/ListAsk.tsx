/** Asking for a list: pages for each input, what that costs, and the calls that are never exceeded. */
import { Button, TextInput } from '@mantine/core';
import { CornerDownLeft } from 'lucide-react';
import { useState } from 'react';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { maxPagesPerInput, type ListPlan } from '#shared/contract/list.ts';
import { countOf, grouping } from '../../../components/words.ts';
import { useIsSample } from '../../../state/app.ts';
import { inputsOf, type ListDraft } from '../../../state/lists.ts';
import classes from './list.module.css';
import { listCost, triedFirst } from './list-words.ts';

interface ListAskProps {
  endpoint: DataEndpoint;
  list: ListDraft;
  disabled: boolean;
  onAsk: (plan: ListPlan) => void;
}

const whole = (text: string, most: number): number | null => {
  const value = Number(text.replaceAll(/[\s,]/g, ''));
  return Number.isInteger(value) && value >= 1 && value <= most ? value : null;
};

const mostCalls = 10_000_000;

export function ListAsk({ endpoint, list, disabled, onAsk }: ListAskProps) {
  const isSample = useIsSample();
  const [typedPages, setPages] = useState('1');
  const [typedCap, setCap] = useState('');
  const inputs = inputsOf(list);
  const { perCall, listId } = list.checked;
  const perInput = endpoint.pages ? whole(typedPages, maxPagesPerInput) : 1;
  const cost = listCost(endpoint, inputs, { perInput: perInput ?? 1, perCall });
  // What was typed always wins.
  const cap = typedCap.trim() === '' ? cost.cap : whole(typedCap, mostCalls);
  const isTried = inputs > triedFirst * perCall;
  const ask = (first: number | null): void => {
    if (perInput === null || cap === null) return;
    onAsk({ listId, onlyNew: list.onlyNew, perInput, first, maxCalls: cap });
  };
  const all = `Get ${isTried ? 'all ' : ''}${grouping(inputs)}`;
  const isWrong = perInput === null || cap === null;
  return (
    <>
      {isTried && (
        <Button
          disabled={disabled || isWrong}
          rightSection={<CornerDownLeft size={14} strokeWidth={1.75} aria-hidden />}
          onClick={() => ask(triedFirst * perCall)}
        >
          Try {grouping(triedFirst * perCall)} first
        </Button>
      )}
      <Button
        variant={isTried ? 'default' : 'filled'}
        disabled={disabled || isWrong}
        onClick={() => ask(null)}
      >
        {all}
      </Button>
      <div className={classes.plan}>
        {endpoint.pages && (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- Mantine's input is one
          <label>
            Up to
            <TextInput
              size="xs"
              w={52}
              inputMode="numeric"
              aria-label="Pages for each input"
              value={typedPages}
              error={perInput === null}
              onChange={(event) => setPages(event.currentTarget.value)}
            />
            {perInput === 1 ? 'page each.' : 'pages each.'}
          </label>
        )}
        <span>{cost.calls}</span>
        {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- Mantine's input is one */}
        <label>
          Never more than
          <TextInput
            size="xs"
            w={76}
            inputMode="numeric"
            aria-label="Calls that are never exceeded"
            value={typedCap}
            placeholder={grouping(cost.cap)}
            error={cap === null}
            onChange={(event) => setCap(event.currentTarget.value)}
          />
          calls, retries included.
        </label>
        {isSample && <span>Sample data: nothing is charged.</span>}
        {!isSample && cap !== null && cap < cost.cap && (
          <span>The list stops at {countOf(cap, 'call')}; you can continue it.</span>
        )}
      </div>
    </>
  );
}
