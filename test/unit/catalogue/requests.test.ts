/**
 * Requests built from the catalogue, judged by the second server, which refuses every unknown,
 * missing, blank or malformed parameter.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#shared/catalogue/index.ts';
import type { DataEndpoint, Parameter } from '#shared/catalogue/types.ts';
import { buildRequest, requestTarget } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { startSecondServer } from '#test/support/second-server/index.ts';
import type { SecondServer } from '#test/support/second-server/index.ts';
import { liveInCatalogue, storedInCatalogue } from './as-facts.ts';

let server: SecondServer;
beforeAll(async () => {
  server = await startSecondServer({ pageSize: 3 });
});
afterAll(() => server.close());

async function statusOf(endpoint: DataEndpoint, query: Query): Promise<string> {
  const target = requestTarget(buildRequest(endpoint, query));
  const response = await fetch(`${server.address}${target}`, {
    headers: { Authorization: `Bearer ${server.accessKey}` },
  });
  return `${response.status} ${response.ok ? '' : await response.text()}`.trim();
}

function someValue(parameter: Parameter): string {
  const { type } = parameter;
  switch (type.kind) {
    case 'date':
      return '2026-03-01';
    case 'integer':
      return String(type.max);
    case 'choice':
      return type.choices.at(-1)?.value ?? '';
    case 'ids':
      return 'a1, b2';
    case 'text':
      return { lang: 'pt-BR', countryCode: 'PT' }[parameter.key] ?? '';
    default:
      throw new Error(`unknown kind ${String(type satisfies never)}`);
  }
}

const endpoints = [...liveInCatalogue, ...storedInCatalogue];

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    const example: Query = { endpointId: endpoint.id, values: endpoint.example, fields: [] };

    it('its example is a request that the second server accepts', async () => {
      expect(await statusOf(endpoint, example)).toBe('200');
    });

    it('so is the request with every optional value and every field', async () => {
      const values = { ...endpoint.example };
      for (const parameter of endpoint.parameters) {
        if (parameter.required) continue;
        values[parameter.key] =
          endpoint.parameters.find((one) => one.appliesWhen?.key === parameter.key)?.appliesWhen
            ?.values[0] ?? someValue(parameter);
      }
      const fields = catalogue.resources
        .find(({ id }) => id === endpoint.resource)
        ?.fields.map(({ name }) => name);
      const query = { ...example, values, fields: fields ?? [] };
      const sent = buildRequest(endpoint, query).params.map(([name]) => name);
      expect(sent).toEqual([
        ...endpoint.parameters.filter(({ place }) => place === 'query').map(({ wire }) => wire),
        'fields',
      ]);
      expect(await statusOf(endpoint, query)).toBe('200');
    });
  },
);
