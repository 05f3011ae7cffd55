/** All faults, by the part of the program they are put into. */
import { account } from './account.mjs';
import { browserHost } from './browser.mjs';
import { description } from './description.mjs';
import { derived } from './derived.mjs';
import { desktop } from './desktop.mjs';
import { explore } from './explore.mjs';
import { saving } from './export.mjs';
import { lists } from './lists.mjs';
import { projectFaults } from './projects.mjs';
import { results } from './results.mjs';
import { runs } from './runs.mjs';
import { store } from './store.mjs';

export const faults = {
  account,
  browserHost,
  derived,
  description,
  desktop,
  explore,
  lists,
  projects: projectFaults,
  saving,
  results,
  runs,
  store,
};
