/** Counts of the two runners' JSON reports. */

/** Suites that could not even start (a syntax error) have no tests: each is one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    notRun: report.numPendingTests,
    again: [],
  };
}

/** A test that passed when it was tried again has passed; `again` names it, so that it is mended. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    notRun: skipped,
    again: report.suites.flatMap((suite) => passedAgain(suite)),
  };
}

function passedAgain({ title, specs = [], suites = [] }) {
  const here = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  const names = [...here.map((spec) => spec.title), ...suites.flatMap(passedAgain)];
  return names.map((name) => `${title} › ${name}`);
}
