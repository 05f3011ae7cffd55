/** *Copy as*: the request as a command or a few lines of code, with a placeholder for the key. */
import { assertNever } from '#shared/assert-never.ts';
import type { Endpoint } from '#shared/catalogue/types.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { sampleProfileId } from '#shared/service/profile.ts';
import { isListable } from '#shared/query/list.ts';
import { requestUrl, type ServiceRequest } from '#shared/query/request.ts';
import type { Query } from '#shared/query/types.ts';
import { queryTitle } from '#shared/query/words.ts';

export const sampleLanguages = ['curl', 'Python', 'TypeScript'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** Returns code that makes exactly this request. The key is a placeholder: it never leaves main. */
export function codeSample(
  language: SampleLanguage,
  address: string,
  request: ServiceRequest,
): string {
  switch (language) {
    case 'curl':
      return [
        `curl ${shellQuote(requestUrl(address, request))} \\`,
        `  --header "Authorization: Bearer $SOCIAL_DATA_API_KEY"`,
      ].join('\n');
    case 'Python':
      return pythonSample(address, request);
    case 'TypeScript':
      return [
        `const url = new URL(${JSON.stringify(requestUrl(address, { ...request, params: [] }))});`,
        ...request.params.map(
          // A name may occur more than once.
          ([name, value]) =>
            `url.searchParams.append(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
        ),
        'const response = await fetch(url, {',
        '  headers: { Authorization: `Bearer ${process.env.SOCIAL_DATA_API_KEY}` },',
        '});',
        `console.log(await response.${isCsv(request) ? 'text' : 'json'}());`,
      ].join('\n');
    default:
      return assertNever(language);
  }
}

/** Specification, What the service does: stored data can be asked for as CSV. */
const isCsv = ({ params }: ServiceRequest): boolean =>
  params.some(([name, value]) => name === 'responseType' && value === 'csv');

function pythonSample(address: string, request: ServiceRequest): string {
  const params = request.params.map(
    ([name, value]) => `        (${JSON.stringify(name)}, ${JSON.stringify(value)}),`,
  );
  return [
    'import os',
    'import requests',
    '',
    'response = requests.get(',
    `    ${JSON.stringify(requestUrl(address, { ...request, params: [] }))},`,
    ...(params.length > 0 ? ['    params=[', ...params, '    ],'] : []),
    '    headers={"Authorization": f"Bearer {os.environ[\'SOCIAL_DATA_API_KEY\']}"},',
    ')',
    'response.raise_for_status()',
    `print(response.${isCsv(request) ? 'text' : 'json()'})`,
  ].join('\n');
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Calls that the command allows by default. */
const proposedCalls = 100;

/** PowerShell takes typographic quotes for its own. */
const powershellQuote = (text: string): string => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;

/** How each shell writes lines into a file, quotes a word and continues a command. */
const shells = {
  sh: { file: ["cat > recipe.json <<'RECIPE'", 'RECIPE'], quote: shellQuote, more: '\\' },
  powershell: {
    file: ["@'", "'@ | Set-Content -Encoding utf8 recipe.json"],
    quote: powershellQuote,
    more: '`',
  },
};

/**
 * Returns the question as the command takes it: a recipe, and the command that asks it without a window.
 * Null for a question that can't be collected that way.
 * @param label identifies the collection: the same command with the same label continues it.
 */
export function collectCommand(
  endpoint: Endpoint,
  query: Query,
  { id: profileId, address }: { id: string; address: string },
  label: string,
  { call, shell }: Snapshot['command'],
): string | null {
  const inputs = endpoint.parameters.find((parameter) => isListable(endpoint, parameter));
  if (inputs === undefined) return null;
  const recipe = {
    kind: 'social-data-explorer/recipe',
    version: 1,
    runs: [
      { title: queryTitle(endpoint, query), query, service: { profileId, address }, pages: 0 },
    ],
    spec: { runIds: ['not-yet-run'], format: { kind: 'csv' } },
    pseudonymSecret: null,
  };
  const { file, quote, more } = shells[shell];
  const service = profileId === sampleProfileId ? '--sample' : `--service ${quote(address)}`;
  const pages = endpoint.pages ? ' --pages 1' : '';
  return [
    '# The key is read from SOCIAL_DATA_API_KEY or the keychain.',
    `# For a list, add: --inputs inputs.csv --for ${inputs.key}`,
    file[0],
    // One line, so that no value can terminate it.
    JSON.stringify(recipe),
    file[1],
    `${call} recipe.json ${service} --label ${label} ${more}`,
    `  --max-calls ${proposedCalls}${pages} --out data`,
  ].join('\n');
}
