/**
 * The list of a tab: chosen here, opened from rows, or that of the run on screen. Main stores its
 * values and checks it for the current question; nothing is sent.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { CheckedList } from '#shared/contract/list.ts';
import type { ListChoice } from '#shared/contract/list-choice.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { withoutKeys } from '#shared/query/list.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Query } from '#shared/query/types.ts';
import { afterPress } from '#renderer/components/hooks.ts';
import { tabNow, useRun } from '#renderer/state/app.ts';
import { useAsked } from '#renderer/state/asked.ts';
import { checkList, readInputsOf } from '#renderer/state/lists.ts';
import { updateTab } from '#renderer/state/workspace.ts';

export interface FormList {
  choice: ListChoice;
  /** Keys of the parameters that it fills. */
  keys: readonly string[];
  /** Null until checked, and if it can't be asked. */
  checked: CheckedList | null;
  problem: Problem | null;
  /** Whether it was checked for the current question. */
  isCurrent: boolean;
  /** Checks it again. */
  again: () => void;
}

/** Debounce, so that a list is checked once while the person is typing. */
const pauseMs = 150;

export const keysOf = ({ mapping }: ListChoice): string[] => Object.keys(mapping);

const listKey = (list: ListChoice, query: Query): string =>
  JSON.stringify([list.table.tableId, list.hasHeader, list.mapping, query]);

/** Sets the list of a tab's form; null: a single question again. */
export function putList(tab: Pick<Tab, 'id' | 'query'>, list: ListChoice | null): void {
  const query = list === null ? tab.query : withoutKeys(tab.query, keysOf(list));
  updateTab(tab.id, { list, query });
}

/** Returns the list of a form; null for a single question. A run's own list is put into its form. */
export function useFormList({ id: tabId, query, runId, list: chosen }: Tab): FormList | null {
  const run = useRun(runId);
  const ownOf =
    chosen === undefined && run?.list?.isLost === false && run.query.endpointId === query.endpointId
      ? run.id
      : null;
  useEffect(() => {
    if (ownOf === null) return undefined;
    let isLatest = true;
    const read = async (): Promise<void> => {
      const inputs = await readInputsOf(ownOf);
      const tab = tabNow(tabId);
      if (isLatest && inputs.ok && tab !== undefined) putList(tab, inputs.value);
    };
    void read();
    return () => {
      isLatest = false;
    };
  }, [tabId, ownOf]);

  const of = chosen == null ? null : listKey(chosen, query);
  const [settled] = useDebouncedValue(of, pauseMs);
  const hasOwn = run?.list?.isLost === false;
  const wasChecked = useRef(false);
  const check = useAsked({
    key: [tabId, 'list'],
    version: of,
    ask: chosen == null || settled !== of ? null : () => checkFor(chosen),
    keep: Infinity,
  });
  const checkFor = async (list: ListChoice): Promise<Result<CheckedList>> => {
    const result = await checkList(list, query);
    // Main was restarted; the run still has its inputs.
    if (!result.ok && hasOwn && !wasChecked.current) updateTab(tabId, { list: undefined });
    wasChecked.current = true;
    return new Promise((resolve) => afterPress(() => resolve(result)));
  };
  if (chosen == null) return null;
  const { value, problem, again } = check;
  const checked = problem === null ? value : null;
  const isCurrent = problem !== null || !check.isBehind;
  return { choice: chosen, keys: keysOf(chosen), checked, problem, isCurrent, again };
}

/**
 * Checks the list again right before it is asked, because main only keeps the latest lists. Returns the
 * id to ask it with; null if the result differs from what the person has seen, which then is shown.
 */
export async function listToAsk(
  { query }: Tab,
  list: ListChoice,
  { checked: seen, again }: FormList,
): Promise<string | null> {
  const result = await checkList(list, query);
  const isSeen =
    result.ok &&
    result.value.different === seen?.different &&
    (!list.onlyNew || result.value.answered === seen.answered);
  if (isSeen) return result.value.listId;
  again();
  return null;
}
