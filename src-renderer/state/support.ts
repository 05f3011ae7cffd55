/** The support bundle: made and saved by main; the window shows it in between. */
import type { Problem } from '#shared/contract/problem.ts';
import type { SupportPreview } from '#shared/contract/support.ts';
import { host } from '../host/index.ts';
import { fileOutcome, type SaveOutcome } from './exports.ts';

export async function previewSupport(
  withQuestions: boolean,
): Promise<{ preview: SupportPreview } | { problem: Problem }> {
  const result = await host.call('support.preview', { withQuestions });
  return result.ok ? { preview: result.value } : { problem: result.error };
}

export async function saveSupport(id: string): Promise<SaveOutcome> {
  return fileOutcome(await host.call('support.save', { id }));
}
