/**
 * Reads one description and ends. A thread of its own, because a stranger wrote the document: it
 * may take long or need much memory, and then the thread is ended without anybody noticing.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Validator } from '@seriousme/openapi-schema-validator';
import { digest } from './digest.ts';
import type { DescriptionAnswer, DescriptionTask } from './read-document.ts';
import { readDocument, Unreadable } from './read-document.ts';

async function read({ bytes, format, basePath }: DescriptionTask): Promise<DescriptionAnswer> {
  try {
    const document = readDocument(bytes, format);
    const version = document['openapi'];
    if (typeof version !== 'string' || !/^3\.1\.\d+$/.test(version)) {
      throw new Unreadable('is not written in OpenAPI 3.1.');
    }
    // Before the validator, which follows references in ways of its own.
    const service = digest(document, basePath);
    const { valid, errors } = await new Validator().validate(document);
    if (!valid) throw new Unreadable(`is not valid OpenAPI 3.1${where(errors)}.`);
    return { ok: true, service };
  } catch (error) {
    const why = error instanceof Unreadable ? error.message : 'can’t be read.';
    return { ok: false, why };
  }
}

/** The place of the first complaint, for whoever writes the description. */
function where(errors: unknown): string {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (typeof first !== 'object' || first === null || !('instancePath' in first)) return '';
  const place = String(first.instancePath);
  return /^[\w/~{}.-]{1,200}$/.test(place) ? ` (at ${place})` : '';
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever starts this gives it
const task = workerData as DescriptionTask;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage(await read(task));
