import { existsSync, readFileSync } from 'node:fs';

/** Vitest's JSON report as `{passed, failed}`. A skipped test has not passed. */
export function vitestCounts(path, ok) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 1 };
  const skipped = report.numPendingTests + report.numTodoTests;
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(failed),
  ).length;
  return settle(report.numPassedTests, report.numFailedTests + skipped + brokenFiles, ok);
}

/**
 * Playwright's JSON report as `{passed, failed}`. A test that passed only when retried has failed.
 */
export function playwrightCounts(path, ok) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return settle(expected, unexpected + flaky + skipped + report.errors.length, ok);
}

/** A run that failed without a failed test, or that had no test, counts as one failure. */
function settle(passed, failures, ok) {
  const nothing = passed + failures === 0;
  return { passed, failed: failures === 0 && (!ok || nothing) ? 1 : failures };
}

function failed(test) {
  return test.status === 'failed';
}

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
