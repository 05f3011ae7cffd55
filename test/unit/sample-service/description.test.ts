/** The sample service's own description: valid, the same in both forms, complete, without a key. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { catalogue } from '#shared/catalogue/index.ts';
import { startSampleService } from '#main/sample-service/index.ts';
import type { SampleServiceHandle } from '#main/sample-service/index.ts';

let service: SampleServiceHandle;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(async () => service.close());

interface Described {
  paths: Record<string, Record<string, { parameters: { name: string; required: boolean }[] }>>;
}

const read = async (path: string): Promise<Response> => fetch(`${service.address}${path}`);

async function described(): Promise<Described> {
  const body: unknown = await (await read('/openapi.json')).json();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the validator has seen it
  return body as Described;
}

it('is valid OpenAPI 3.1', async () => {
  const body: unknown = await (await read('/openapi.json')).json();
  const validator = new Validator();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what is being checked
  const result = await validator.validate(body as Record<string, unknown>);
  expect(result).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

it('says the same as YAML', async () => {
  const yaml = await read('/openapi.yaml');
  expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  expect(parse(await yaml.text())).toEqual(await described());
});

it('names every endpoint of the catalogue with its parameters', async () => {
  const { paths } = await described();
  for (const endpoint of catalogue.endpoints) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    const named = operation?.parameters.map(({ name, required }) => [name, required]) ?? [];
    for (const { place, wire, required } of endpoint.parameters) {
      if (place !== 'body') expect(named, endpoint.id).toContainEqual([wire, required]);
    }
    const names = named.map(([name]) => name);
    expect(names.includes('cursor'), endpoint.id).toBe(endpoint.pages);
    expect(names.includes('fields'), endpoint.id).toBe(endpoint.resource !== null);
  }
});

it('has a page to read, without scripts', async () => {
  const page = await read('/api-docs/');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await page.text();
  expect(html).toContain('/api/data/forum/posts/ids/live');
  expect(html).not.toMatch(/<script|https?:/);
});

it('needs no key and costs nothing', () => {
  expect(service.callsCounted()).toBe(0);
});
