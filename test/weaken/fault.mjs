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

/**
 * Faults of one file that the same tests must catch.
 *
 * @param {string} file
 * @param {...string} tests
 * @returns {(what: string, from: string, to: string) => Fault}
 */
export const faultsOf =
  (file, ...tests) =>
  (what, from, to) => ({ what, file, tests, from, to });
