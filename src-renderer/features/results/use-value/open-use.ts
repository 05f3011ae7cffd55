import type { Use } from '#shared/query/use-value.ts';
import { showPage } from '#renderer/state/app.ts';
import { openTab } from '#renderer/state/workspace.ts';
import { showParameter } from '../../explore/form-view.ts';

/** Opens the question in a new tab, filled in; nothing is asked until the person does. */
export function openUse({ endpoint, values, key, missing }: Use): void {
  const tabId = openTab(endpoint.id, { values: { ...values } });
  showPage('explore');
  showParameter(tabId, missing ?? key);
}
