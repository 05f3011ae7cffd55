/** `/api-docs/`: the description as a readable page, without scripts or external content. */
import { catalogue } from '#shared/catalogue/index.ts';
import type { Endpoint, Parameter } from '#shared/catalogue/types.ts';
import { stringify } from 'yaml';
import { answerJson } from '../answers.ts';
import { describeService } from './openapi.ts';

function describePage(): string {
  const sections = [...new Set(catalogue.endpoints.map(headingOf))].map((heading) => {
    const endpoints = catalogue.endpoints.filter((one) => headingOf(one) === heading);
    return `<h2>${escape(heading)}</h2>${endpoints.map(endpointHtml).join('')}`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Sample social data service</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
code { font-size: 13px } dt { margin-top: .4rem } h3 { margin-bottom: 0 }
</style>
<h1>Sample social data service</h1>
<p>The same for programs: <a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a>.</p>
${sections.join('\n')}
</html>
`;
}

const headingOf = ({ platform, kind }: Endpoint): string => {
  const word = platform ?? kind;
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
};

function endpointHtml(endpoint: Endpoint): string {
  const stored = endpoint.kind === 'stored' ? ' (stored data)' : '';
  return `<h3>${escape(endpoint.title)}${stored}</h3>
<p><code>${endpoint.method} ${escape(endpoint.path)}</code><br>${escape(endpoint.description)}</p>
<dl>${endpoint.parameters.map(parameterHtml).join('')}</dl>`;
}

const parameterHtml = ({ wire, required, label, help }: Parameter): string =>
  `<dt><code>${escape(wire)}</code>${required ? ' (required)' : ''}</dt><dd>${escape(help ?? label)}</dd>`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// The routes of the service's own description. No key needed, not counted (specification, Endpoint families).

export const answerOpenApiJson = (): Response => answerJson(200, describeService());

export const answerOpenApiYaml = (): Response =>
  typed(stringify(describeService(), { aliasDuplicateObjects: false }), 'application/yaml');

export const answerApiDocs = (): Response => typed(describePage(), 'text/html');

const typed = (body: string, type: string): Response =>
  new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
