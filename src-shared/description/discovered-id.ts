/** What endpoints that only the description has are called here. */
import { shapeOf } from './paths.ts';

/** The same whatever its keys are called, so that tabs and runs find it again. */
export const discoveredId = (path: string): string =>
  `discovered:${shapeOf(path).replace(/^\/api\/data\//, '')}`;

export const isDiscoveredId = (id: string): boolean => id.startsWith('discovered:');
