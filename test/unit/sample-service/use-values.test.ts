/** *Use this value in…* against the service: what it fills in is answered, wherever it leads. */
import { expect, it } from 'vitest';
import { catalogue, liveEndpoints } from '#shared/catalogue/index.ts';
import type { DataEndpoint } from '#shared/catalogue/types.ts';
import { usesOf, type Use } from '#shared/query/use-value.ts';
import { textsOf } from '#renderer/features/results/use-value/row-source.ts';
import { question, startService } from './asking.ts';

/** The missing choice, as a person would make it. */
function chosen({ endpoint, missing }: Use): Record<string, string> {
  const parameter = endpoint.parameters.find(({ key }) => key === missing);
  if (parameter === undefined) return {};
  if (parameter.type.kind !== 'choice') throw new Error(`${endpoint.id} also needs ${missing}`);
  return { [parameter.key]: parameter.type.choices[0]?.value ?? '' };
}

it.each(liveEndpoints.map((endpoint): [string, DataEndpoint] => [endpoint.id, endpoint]))(
  'from %s',
  async (_, endpoint) => {
    const service = await startService();
    const { results } = await question(service, endpoint.id);
    const resource = catalogue.resources.find(({ id }) => id === endpoint.resource);
    if (resource === undefined) throw new Error('no resource');
    const query = { endpointId: endpoint.id, values: endpoint.example, fields: [] };
    let led = 0;
    for (const row of results.slice(0, 2)) {
      const source = { resource, texts: (field: string) => textsOf(row[field]), query };
      for (const { name } of resource.fields) {
        for (const text of source.texts(name).slice(0, 1)) {
          for (const use of usesOf(catalogue, source, name, text)) {
            // A video’s id alone is not enough for the only question about one.
            if (use.missing === 'commentId') continue;
            const values = { ...use.values, ...chosen(use) };
            const { status } = await question(service, use.endpoint.id, values);
            expect(status, `${name} ${text} in ${use.endpoint.id}`).toBe(200);
            led += 1;
          }
        }
      }
    }
    expect(led).toBeGreaterThan(0);
  },
);
