/** What the programs that are killed have in common: what they are told, and how they tell. */
import { writeSync } from 'node:fs';

export interface ProgramOptions {
  dataDir: string;
  serviceAddress: string;
  accessKey: string;
  /** Address of the column store's worker. */
  columnsWorker: string;
}

/** The only argument: `T`, as the test wrote it in JSON. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test knows it
export const given = <T>(): T => JSON.parse(process.argv[2] ?? '') as T;

/** A line of JSON. At once: what is written later may never leave a process that is killed. */
export const tell = (told: object): void => void writeSync(1, `${JSON.stringify(told)}\n`);
