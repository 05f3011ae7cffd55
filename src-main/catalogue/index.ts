/**
 * The catalogue: a single description of the service, as data, from which everything else (forms,
 * validation, requests, sample service, field pickers) is derived.
 *
 * Omitted on purpose, because nothing here changes billing: `POST /api/tokens` and everything under
 * `/api/stripe/`.
 */
import { forumEndpoints } from './endpoints/forum.ts';
import { microblogEndpoints } from './endpoints/microblog.ts';
import { otherEndpoints } from './endpoints/others.ts';
import { photoshareEndpoints } from './endpoints/photoshare.ts';
import { shortvideoEndpoints } from './endpoints/shortvideo.ts';
import { storedVariant } from './define.ts';
import { resources } from './resources/index.ts';
import type { Catalogue, DataEndpoint } from '#shared/catalogue/types.ts';

export const liveEndpoints: DataEndpoint[] = [
  ...microblogEndpoints,
  ...photoshareEndpoints,
  ...forumEndpoints,
  ...shortvideoEndpoints,
];

export const storedEndpoints: DataEndpoint[] = liveEndpoints
  .filter((endpoint) => endpoint.pages)
  .map(storedVariant);

export const catalogue: Catalogue = {
  endpoints: [...liveEndpoints, ...storedEndpoints, ...otherEndpoints],
  resources,
};
