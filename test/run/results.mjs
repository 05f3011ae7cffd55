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
  };
}

/** A test that passed only when repeated is a failure here: nothing may depend on luck. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, notRun: skipped };
}
