/** *Save picture*: a chart as the window drew it. The rows it is drawn from are saved with *Save…*. */
import type { MethodInput } from '#shared/contract/methods.ts';
import type { Saved } from '#shared/contract/saved.ts';
import { queryFileName } from '#shared/query/words.ts';
import type { CorePorts } from '../core.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { saveContent } from './save-content.ts';
import { isoTime } from '../clock.ts';

type Picture = Omit<MethodInput<'export.savePicture'>, 'runId'>;

/** @throws StoreError when the disk refuses; nothing half-written is left. */
export async function savePicture(
  run: LiveRun,
  { name, picture }: Picture,
  chooseSaveTarget: CorePorts['chooseSaveTarget'],
): Promise<Saved> {
  const day = isoTime().slice(0, 10);
  const about = name.normalize('NFC').replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const file = `${queryFileName(run.endpoint, run.query, day)}-${about}.${picture.format}`;
  const content = picture.format === 'svg' ? picture.text : Buffer.from(picture.base64, 'base64');
  return saveContent(file, content, chooseSaveTarget);
}
