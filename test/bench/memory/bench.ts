/** How much memory main takes at most for answers that are longer than it should hold. */
import type { BundledFile } from '../bundle.ts';
import { megabytes } from '../bundle.ts';
import { doTask } from '../child.ts';
import { cases, startService } from './answers.ts';
import type { Case } from './answers.ts';
import type { Task, Told } from './ours.ts';

export async function bench(words: readonly string[], file: BundledFile): Promise<void> {
  const service = await startService();
  try {
    for (const name of Object.keys(cases) as Case[]) {
      if (!words.every((word) => name.includes(word))) continue;
      service.answer(name);
      const by = name.startsWith('/') ? 'status' : name.includes('by hand') ? 'hand' : 'run';
      const task: Task = { address: service.address, by };
      const { beforeRss, mostRss, ms, said } = await doTask<Told>(file('ours'), task);
      console.log(
        `${name}: ${megabytes(mostRss)} MB at most (${megabytes(beforeRss)} before), ${(ms / 1000).toFixed(1)} s\n  ${said}`,
      );
    }
  } finally {
    service.close();
  }
}
