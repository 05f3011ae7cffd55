/** *Copy as*: the request as a command or a few lines of code, with a placeholder for the key. */
import { assertNever } from '../assert-never.ts';
import { requestUrl } from './request.ts';
import type { ServiceRequest } from './request.ts';

export const sampleLanguages = ['curl', 'Python', 'TypeScript'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];

/** Code that makes exactly this request. The key stays a placeholder: it never leaves main. */
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
          // A name may be there more than once.
          ([name, value]) =>
            `url.searchParams.append(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
        ),
        'const response = await fetch(url, {',
        '  headers: { Authorization: `Bearer ${process.env.SOCIAL_DATA_API_KEY}` },',
        '});',
        'console.log(await response.json());',
      ].join('\n');
    default:
      return assertNever(language);
  }
}

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
    'print(response.json())',
  ].join('\n');
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
