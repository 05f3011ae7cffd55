/**
 * The list of a tab: chosen here, opened from rows, or that of the run on screen. Main stores its
 * values and checks it for the current question; nothing is sent.
 */
import { useEffect } from 'react';
import type { CheckedList } from '#shared/contract/list.ts';
import type { ListChoice } from '#shared/contract/list-choice.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import { withoutKeys } from '#shared/query/list.ts';
import type { Query } from '#shared/query/types.ts';
import { afterPress } from '#renderer/components/hooks.ts';
import { tabNow, useRun } from '#renderer/state/app.ts';
import { checkList, readInputsOf } from '#renderer/state/lists.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import { changeFormView, formViewOf, useFormView } from '../form-view.ts';

export interface FormList {
  choice: ListChoice;
  /** Keys of the parameters that it fills. */
  keys: readonly string[];
  /** Null until checked, and if it can't be asked. */
  checked: CheckedList | null;
  problem: Problem | null;
  /** Whether it was checked for the current question. */
  isCurrent: boolean;
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
  const { listCheck } = useFormView(tabId);
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
  const isCurrent = listCheck?.of === of;
  const hasOwn = run?.list?.isLost === false;
  useEffect(() => {
    if (chosen == null || of === null || isCurrent) return undefined;
    let isLatest = true;
    const timer = setTimeout(async () => {
      const result = await checkList(chosen, query);
      if (!isLatest) return;
      if (!result.ok && hasOwn && formViewOf(tabId).listCheck === null) {
        // Main was restarted; the run still has its inputs.
        changeFormView(tabId, { listCheck: { of: '', checked: null, problem: null } });
        return updateTab(tabId, { list: undefined });
      }
      const [checked, problem] = result.ok ? [result.value, null] : [null, result.error];
      afterPress(() => changeFormView(tabId, { listCheck: { of, checked, problem } }));
    }, pauseMs);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [tabId, chosen, query, of, isCurrent, hasOwn]);

  if (chosen == null) return null;
  const { checked = null, problem = null } = listCheck ?? {};
  return { choice: chosen, keys: keysOf(chosen), checked, problem, isCurrent };
}

/**
 * Checks the list again right before it is asked, because main only keeps the latest lists. Returns the
 * id to ask it with; null if the result differs from what the person has seen.
 */
export async function listToAsk(
  { id: tabId, query }: Tab,
  list: ListChoice,
  seen: CheckedList,
): Promise<string | null> {
  const result = await checkList(list, query);
  const isSeen =
    result.ok &&
    result.value.different === seen.different &&
    (!list.onlyNew || result.value.answered === seen.answered);
  if (isSeen) return result.value.listId;
  const [checked, problem] = result.ok ? [result.value, null] : [null, result.error];
  changeFormView(tabId, { listCheck: { of: listKey(list, query), checked, problem } });
  return null;
}
