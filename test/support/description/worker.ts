/** The thread that reads descriptions, as bundled for tests (`../columns/bundle-worker.ts`). */
import { inject } from 'vitest';

export const descriptionWorker = (): URL => new URL(inject('descriptionWorker'));
