/** Codes one item after the other until it is killed, and tells of each once it is safe. */
import { openCodes } from '#main/core/store/own-values.ts';

export interface CodeOptions {
  folder: string;
  /** The first item. */
  first: number;
}

const { folder, first } = JSON.parse(process.argv[2] ?? '') as CodeOptions;
const codes = await openCodes(folder);
for (let item = first; ; item++) {
  await codes.change(() => ({
    resource: 'microblog.post',
    who: 'AB',
    what: 'one value',
    values: [{ field: '_own:topic', items: [[String(item), `code ${item}`]] }],
  }));
  process.stdout.write(`${JSON.stringify({ item })}\n`);
}
