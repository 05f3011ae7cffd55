/** The one way to save a file under a name that the person chooses. */
import type { Saved } from '#shared/contract/saved.ts';
import type { CorePorts } from './core.ts';
import { atomicWrite } from './store/atomic-write.ts';
import type { FileContent } from './store/atomic-write.ts';
import type { Access } from './store/file-port.ts';

/**
 * Asks where to save, with `name` as the suggestion, and writes. `content` must open its sources only
 * when it is iterated: the person may cancel, or take an hour.
 *
 * @throws StoreError when the disk refuses; no partial file is left.
 */
export async function saveContent(
  name: string,
  content: FileContent,
  chooseSaveTarget: CorePorts['chooseSaveTarget'],
  access: Access = 'default',
): Promise<Saved> {
  const target = await chooseSaveTarget(name);
  if (target === null) return { kind: 'cancelled' };
  const bytes = await atomicWrite(target.path, content, { access });
  return { kind: 'saved', bytes, ...(await target.finish([target.path])) };
}
