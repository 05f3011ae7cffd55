/**
 * The built files themselves: what preload and window may bring along (checklist 1, 2, 5). What main
 * imports is looked at when it is packed: `packing.test.ts`.
 */
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { builtFile } from '#test/e2e/built-file.ts';

it('[2] [12] the preload is one CommonJS file that requires only electron', async () => {
  expect(await readdir(builtFile('preload'))).toEqual(['preload.cjs']);
  const text = await readFile(builtFile('preload/preload.cjs'), 'utf8');
  const required = [...text.matchAll(/\brequire\(([^)]*)\)/g)].map(([, what]) => what);
  expect(required).toEqual(['"electron"']);
  expect(text).not.toMatch(/^\s*(?:import|export)\b/m);
  expect(text).not.toMatch(/\bimport\s*\(|\bprocess\b|\bBuffer\b|\beval\b|\bnew Function\b/);
});

it('[1] [5] the window’s document names its own files only, and no script of its own', async () => {
  const html = await readFile(builtFile('renderer/index.html'), 'utf8');
  const named = [...html.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, to = '']) => to);
  expect(named.filter((to) => !to.startsWith('./') && to !== 'data:,')).toEqual([]);
  expect(html.match(/<script(?![^>]*\bsrc=)/g)).toBeNull();
  expect(html).not.toMatch(/\son\w+=|http-equiv|<iframe|<webview|<base/i);
});

/**
 * Hosts whose names appear without ever being asked: places of XML and JSON schemas, what metadata of
 * saved files calls licences, people and profiles, and pages that libraries mention in their
 * messages. Sample data names hosts that nobody can own (RFC 2606).
 */
const names = [
  'www.w3.org',
  'schemas.openxmlformats.org',
  'purl.oclc.org',
  'json-schema.org',
  'gexf.net',
  'w3id.org',
  'orcid.org',
  'creativecommons.org',
  'react.dev',
  'mantine.dev',
];
const reserved = /(?:^|\.)(?:example\.(?:com|org|net)|test|invalid|localhost)$|^127\.0\.0\.1$/;

it('[1] no built file names a place on the internet', async () => {
  const texts: string[] = [];
  for (const file of await readdir(builtFile('.'), { recursive: true })) {
    if (/\.(?:html|css|c?js)$/.test(file)) texts.push(await readFile(builtFile(file), 'utf8'));
  }
  const hosts = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:https?|wss?|ftp):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi)].map(
      ([, host = '']) => host.toLowerCase(),
    ),
  );
  expect(hosts.length).toBeGreaterThan(0);
  expect(hosts.filter((host) => !reserved.test(host) && !names.includes(host))).toEqual([]);
});
