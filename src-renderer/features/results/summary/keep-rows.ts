/** From a value or a range in a picture to its rows in the table. */
import type { Run } from '#shared/contract/run.ts';
import type { Tab } from '#shared/contract/snapshot.ts';
import type { Filter } from '#shared/contract/view.ts';
import { updateTab } from '#renderer/state/workspace.ts';
import { changeRunView } from '../view-state.ts';
import { withFilter } from './row-filters.ts';

/** Shows, in the table, those rows of the view that fit; the filter can be taken off there. */
export function keepRows(tab: Tab, runId: Run['id'], filter: Filter): void {
  updateTab(tab.id, { view: { ...tab.view, filters: withFilter(tab.view.filters, filter) } });
  changeRunView(runId, { mode: 'table' });
}
