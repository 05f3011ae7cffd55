/** Paths to begin with. */
import type { Catalogue } from '#shared/catalogue/types.ts';
import { isDataEndpoint } from '#shared/catalogue/types.ts';
import { nameOfPlatform } from '../../components/platforms.tsx';

export interface KnownPath {
  path: string;
  about: string;
}

/** Of the service, beside what the catalogue has (specification, Endpoint families). */
const others: readonly KnownPath[] = [
  { path: '/api/tokens', about: 'Access keys of the account' },
  { path: '/api/crawl/', about: 'Crawl settings: the rest of the path is not documented' },
  { path: '/openapi.yaml', about: 'The service’s own description, as YAML' },
  { path: '/api-docs/', about: 'The service’s own pages about itself' },
];

/** Those about the account and the service first: data has its forms. */
export function knownPaths({ endpoints }: Catalogue): KnownPath[] {
  const asked = endpoints.filter(({ method }) => method === 'GET');
  const all = [
    ...asked
      .filter((endpoint) => !isDataEndpoint(endpoint))
      .map(({ path, title }) => ({ path, about: title })),
    ...others,
    ...asked.filter(isDataEndpoint).map(({ path, title, platform }) => ({
      path,
      about: `${nameOfPlatform(platform)}: ${title}`,
    })),
  ];
  return all.filter(({ path }, at) => all.findIndex((one) => one.path === path) === at);
}
