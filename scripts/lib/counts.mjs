import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './bootstrap.mjs';

/**
 * Vitest's JSON report as `{passed, failed}`. A skipped test has not passed, unless its tags leave it to the
 * other gate.
 */
export function vitestCounts(path, ok, isLeft) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 1 };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const left = tests.filter(({ status, tags }) => status === 'skipped' && isLeft(tags)).length;
  const skipped = report.numPendingTests + report.numTodoTests - left;
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

/** Seconds that each test file of Vitest's JSON report took, without its setting up. */
export function vitestSeconds(path) {
  const files = read(path)?.testResults ?? [];
  return files.map(({ name, assertionResults }) => ({
    name: relative(root, name),
    seconds: sum(assertionResults.map(({ duration = 0 }) => duration)) / 1_000,
  }));
}

/** Seconds that each test file of Playwright's JSON report took, its tests one after another. */
export function playwrightSeconds(path) {
  const files = read(path)?.suites ?? [];
  const durations = ({ specs = [], suites = [] }) => [
    ...specs.flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.map((one) => one.duration)),
    ),
    ...suites.flatMap(durations),
  ];
  return files.map((file) => ({ name: file.file, seconds: sum(durations(file)) / 1_000 }));
}

/** The ten files that took longest, one a line. */
export function slowestOf(files) {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  return slowest
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`)
    .join('');
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

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
