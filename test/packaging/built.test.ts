/** The built files themselves: what main, preload and window may bring along (checklist 1, 2, 5). */
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFile } from '#test/e2e/built-file.ts';
import { packageOf, reachedFrom } from '#test/support/built-imports.ts';
import lock from '../../package-lock.json' with { type: 'json' };

/** What is installed without development tools. */
const shipped = new Set(
  Object.entries(lock.packages)
    .filter(([, found]) => !('dev' in found))
    .map(([path]) => path.replace('node_modules/', '')),
);
const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

it.each(['main/electron.js', 'main/columns-worker.js'])(
  '%s imports Node, Electron and what is shipped, no development tool',
  async (entry) => {
    const { others } = await reachedFrom(builtFile(entry));
    const foreign = [...others].filter(
      (name) => name !== 'electron' && !builtin.has(name) && !shipped.has(packageOf(name)),
    );
    expect(foreign).toEqual([]);
    expect(others.size).toBeGreaterThan(0);
  },
);

it('nothing but the Electron program imports Electron', async () => {
  const importers: string[] = [];
  for (const entry of [
    'electron',
    'browser',
    'collect',
    'launch',
    'sample-service',
    'columns-worker',
  ]) {
    if ((await reachedFrom(builtFile(`main/${entry}.js`))).others.has('electron')) {
      importers.push(entry);
    }
  }
  expect(importers).toEqual(['electron']);
});

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
  const texts = [
    ...(await reachedFrom(builtFile('main/electron.js'))).files.values(),
    await readFile(builtFile('main/columns-worker.js'), 'utf8'),
    await readFile(builtFile('preload/preload.cjs'), 'utf8'),
  ];
  for (const file of await readdir(builtFile('renderer'), { recursive: true })) {
    if (/\.(?:html|css|js)$/.test(file)) {
      texts.push(await readFile(join(builtFile('renderer'), file), 'utf8'));
    }
  }
  const hosts = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:https?|wss?|ftp):\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi)].map(
      ([, host = '']) => host.toLowerCase(),
    ),
  );
  expect(hosts.length).toBeGreaterThan(0);
  expect(hosts.filter((host) => !reserved.test(host) && !names.includes(host))).toEqual([]);
});
