/** 45: what runs at the forge: pinned actions, least permissions, nobody's text in a shell. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, '.github', 'workflows');

/** Looked up in each action's repository: the commit that its tag names. */
const pins: Readonly<Record<string, string>> = {
  'actions/checkout': '3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  'actions/setup-node': '820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  'actions/upload-artifact': 'bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0',
  'actions/download-artifact': '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
  'actions/attest-build-provenance': 'a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32 # v4.1.0',
};

/** All that may be written, by workflow and job. */
const mayWrite: Readonly<Record<string, string[]>> = {
  'release.yml publish': ['attestations', 'contents', 'id-token'],
};

const permissionsSchema = z.record(z.string(), z.enum(['read', 'write', 'none']));
const anything = z.record(z.string(), z.unknown());
const words = z.string().optional();
/** Strict: what is not named here was not thought about. */
const stepSchema = z
  .strictObject({ name: words, uses: words, run: words, if: words, with: anything, env: anything })
  .partial();
const jobSchema = z.strictObject({
  name: words,
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  uses: words,
  'runs-on': words,
  'timeout-minutes': z.number().optional(),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.unknown())) }).optional(),
  permissions: permissionsSchema.optional(),
  env: anything.optional(),
  steps: z.array(stepSchema).default([]),
});
const workflowSchema = z.strictObject({
  name: z.string(),
  on: anything,
  permissions: permissionsSchema,
  defaults: z.unknown(),
  jobs: z.record(z.string(), jobSchema),
});

/** electron-builder's own reader of YAML. */
const yaml: { load: (text: string) => unknown } = createRequire(
  createRequire(import.meta.url).resolve('app-builder-lib'),
)('js-yaml');

const texts = new Map<string, string>();
for (const name of await readdir(folder)) {
  texts.set(name, await readFile(join(folder, name), 'utf8'));
}
const workflows = [...texts].map(
  ([name, text]) => [name, workflowSchema.parse(yaml.load(text)), text] as const,
);

describe.each(workflows)('[45] %s', (name, workflow, text) => {
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  it('pins every action to the commit of a release, said beside it', () => {
    const used = text.split('\n').flatMap((line) => line.match(/uses:\s*(.*)$/)?.[1] ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const use of used) {
      if (use.startsWith('./')) {
        expect(existsSync(join(root, use))).toBe(true);
      } else {
        const [action = '', pin] = use.split('@');
        expect([action, pin]).toEqual([action, pins[action]]);
      }
    }
  });

  it('may read, and write only where that is its work', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [id, { permissions = {} }] of jobs) {
      const written = Object.entries(permissions)
        .filter(([, access]) => access === 'write')
        .map(([scope]) => scope);
      expect([id, written.toSorted()]).toEqual([id, mayWrite[`${name} ${id}`] ?? []]);
    }
  });

  it('leaves no token behind for what it runs', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.map((step) => step.with)).toEqual(
      checkouts.map(() => ({ 'persist-credentials': false })),
    );
  });

  it('puts nothing from outside into a shell, and runs nobody else’s code with rights', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    for (const event of ['pull_request_target', 'workflow_run', 'issue_comment']) {
      expect(Object.keys(workflow.on)).not.toContain(event);
    }
    expect(text).not.toMatch(/secrets\./);
  });

  it('ends by itself', () => {
    for (const [, job] of jobs) {
      if (job.uses === undefined) expect(job['timeout-minutes']).toBeGreaterThan(0);
    }
  });

  it('calls what exists', () => {
    const commands = steps.map(({ run = '' }) => run).join('\n');
    for (const [, script = ''] of commands.matchAll(/\bnpm run ([\w:-]+)/g)) {
      expect(Object.keys(packageJson.scripts)).toContain(script);
    }
    for (const [, file = ''] of commands.matchAll(/\bnode (src-main\/\S+)/g)) {
      expect([file, existsSync(join(root, file))]).toEqual([file, true]);
    }
  });
});

describe('[45] CI', () => {
  const jobs = workflows.find(([name]) => name === 'ci.yml')?.[1].jobs ?? {};

  it.each(['electron', 'package'])('%s runs on Linux, macOS and Windows', (id) => {
    const systems = (jobs[id]?.strategy?.matrix['os'] ?? []).map((os) => String(os).split('-')[0]);
    expect(new Set(systems)).toEqual(new Set(['ubuntu', 'macos', 'windows']));
  });

  it('a release waits for all of it', () => {
    const release = workflows.find(([name]) => name === 'release.yml')?.[1].jobs ?? {};
    expect(release['test']?.uses).toBe('./.github/workflows/ci.yml');
    expect(release['publish']?.needs).toEqual(['test', 'thorough']);
  });
});
