/** The routes of the service's own description. No key, not counted (specification, Endpoint families). */
import { stringify } from 'yaml';
import { answerJson } from '../refusals.ts';
import { describeService } from './openapi.ts';
import { describePage } from './page.ts';

export const answerOpenApiJson = (): Response => answerJson(200, describeService());

export const answerOpenApiYaml = (): Response =>
  typed(stringify(describeService(), { aliasDuplicateObjects: false }), 'application/yaml');

export const answerApiDocs = (): Response => typed(describePage(), 'text/html');

const typed = (body: string, type: string): Response =>
  new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
