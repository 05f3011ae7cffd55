/** The lists of deliberate faults, and how they are written. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A deliberate fault: one change of one line, and the tests of which one must fail.
 *
 * @typedef {object} Fault
 * @property {string} what What is wrong with it, in words.
 * @property {string} file From the project's root.
 * @property {string} from Text that occurs exactly once in the file.
 * @property {string} to What stands there instead.
 * @property {readonly string[]} tests Files or folders below `test/`, all of one runner; all are
 *   part of `npm test`.
 */

const takenAway = /\[-(.*?)-\]/gs;
const putIn = /\{\+(.*?)\+\}/gs;

/**
 * Reads a list. A line at the margin names a file and the tests that must catch the faults below
 * it. Those are indented: words, a colon, and the text with its change as `git diff --word-diff`
 * marks one, `[-taken away-]{+put in+}`; `⏎` is the end of a line. `#` begins a comment.
 *
 * @param {string} text
 * @returns {Fault[]}
 */
export function readFaults(text) {
  let [file, ...tests] = [''];
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return [];
    if (!line.startsWith('  ')) {
      [file, ...tests] = line.split(' ');
      return [];
    }
    const [, what = '', marked = ''] = /^ {2}(.*?): (.*)$/.exec(line) ?? [];
    const change = marked.replaceAll('⏎', '\n');
    const from = change.replaceAll(putIn, '').replaceAll(takenAway, '$1');
    const to = change.replaceAll(takenAway, '').replaceAll(putIn, '$1');
    return { what, file, tests, from, to };
  });
}

const folder = new URL('faults/', import.meta.url);

/** All faults, by the part of the program they are put into. */
export const faults = Object.fromEntries(
  readdirSync(folder).map((name) => [
    name.replace('.txt', ''),
    readFaults(readFileSync(new URL(name, folder), 'utf8')),
  ]),
);

/**
 * Whether the text of a fault is in its file exactly once.
 *
 * @param {Fault} fault
 * @param {string} root The project's, or that of a copy.
 */
export const isThereOnce = ({ file, from }, root) =>
  existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8').split(from).length === 2;
