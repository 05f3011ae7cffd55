/**
 * What the two runners' JSON reports say: `{ passed, failed, notRun, files, failures }`, files as
 * `{ file, seconds }` with the work of their tests added up, failures as `{ file, test, message }`.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Suites that could not even start (a syntax error) have no tests: each is one failure. */
export function readVitest(report) {
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    notRun: report.numPendingTests,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: [
      ...broken.map(({ name, message }) => ({ file: relative(root, name), test: '', message })),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            file: relative(root, name),
            test: fullName,
            message: failureMessages.join('\n'),
          })),
      ),
    ],
  };
}

/** A test that passed only when repeated is a failure here: nothing may depend on luck. */
export function readPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    notRun: skipped,
    files: report.suites.map((suite) => ({
      file: `test/e2e/${suite.file}`,
      seconds: milliseconds(suite) / 1000,
    })),
    failures: [
      ...report.errors.map(({ message }) => ({ file: '', test: '', message })),
      ...report.suites.flatMap(playwrightFailures),
    ],
  };
}

function playwrightFailures({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        file: `test/e2e/${file}`,
        test: title,
        message: results.flatMap(({ errors }) => errors.map((error) => error.message)).join('\n'),
      })),
  );
  return [...own, ...suites.flatMap(playwrightFailures)];
}

function milliseconds({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((total, { duration }) => total + duration, 0);
  return suites.reduce((total, suite) => total + milliseconds(suite), own);
}
