/**
 * Reads one description and exits. It runs in a separate thread because a stranger wrote the document:
 * if it takes too long or too much memory, the thread is terminated without disturbing the program.
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
    // Before the validator, which follows references in its own way.
    const service = digest(document, basePath);
    const { valid, errors } = await new Validator().validate(document);
    if (!valid) throw new Unreadable(`is not valid OpenAPI 3.1${where(errors)}.`);
    return { ok: true, service };
  } catch (error) {
    const why = error instanceof Unreadable ? error.message : 'can’t be read.';
    return { ok: false, why };
  }
}

/** Returns the location of the first error, for the author of the description. */
function where(errors: unknown): string {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  if (typeof first !== 'object' || first === null || !('instancePath' in first)) return '';
  const path = String(first.instancePath);
  return /^[\w/~{}.-]{1,200}$/.test(path) ? ` (at ${path})` : '';
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread's starter passes it
const task = workerData as DescriptionTask;
parentPort?.postMessage(await read(task));
