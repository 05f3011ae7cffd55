/** Where the time of a whole run went and what failed, as lines to print. */
import { stripVTControlCharacters } from 'node:util';

const row = (what, tests, seconds) =>
  `${what.padEnd(46)}${String(tests).padStart(7)}${seconds.toFixed(0).padStart(9)}`;

/** A row for each part, `{ what, passed, failed, seconds, isAside? }`, and one for all of them. */
export function timeTable(parts, seconds) {
  const tests = (part) => part.passed + part.failed;
  return [
    `${'Part'.padEnd(46)}${'Tests'.padStart(7)}${'Seconds'.padStart(9)}`,
    ...parts.map((part) =>
      row(part.isAside ? `${part.what} *` : part.what, tests(part), part.seconds),
    ),
    row(
      'All',
      parts.reduce((sum, part) => sum + tests(part), 0),
      seconds,
    ),
    '* beside the others, at low priority',
  ];
}

/** The files whose tests worked longest, the slowest first. */
export function slowestFiles(parts, count) {
  const slowest = parts
    .flatMap(({ files }) => files)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count);
  return [
    'Slowest files, in seconds of work',
    ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}`),
  ];
}

/**
 * Every test that failed, with the beginning of what it said: whoever has only the end of a long
 * output (or of a CI page) sees which one it was.
 */
export function failureLines(parts) {
  const failures = parts.flatMap((part) => part.failures);
  return failures.flatMap(({ file, test, message = '' }) => {
    const said = stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, 6)
      .map((line) => `    ${line.slice(0, 200)}`);
    return [[file, test].filter(Boolean).join(' › ')].concat(said);
  });
}
