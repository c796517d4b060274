// npm run proofs -- dates [--browser] [date …] [test file …]: all tests of Vitest, and with --browser
// those of Playwright too, under a clock that begins at each date and runs on: ten by default, around the ends of
// days, months and years in Lagos, leap days and changes of other countries' clocks. It needs Debian's package
// faketime; nothing on the disk is changed for it.
import { spawn } from 'node:child_process';
import { existsSync, globSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { bootstrap, environment, giveUp, root } from './lib/bootstrap.mjs';

const usualDates = [
  '2027-01-31T23:30Z',
  '2027-02-28T22:55Z',
  '2027-03-28T00:55Z',
  '2027-05-03T06:00Z',
  '2027-06-30T23:58Z',
  '2027-10-31T00:50Z',
  '2027-11-07T06:00Z',
  '2027-12-31T22:50Z',
  '2028-01-01T00:10Z',
  '2028-02-29T10:00Z',
];
const args = process.argv.slice(2);
const files = args.filter((arg) => /\.(test\.tsx?|spec\.ts)$/.test(arg) && existsSync(arg));
const dates = args.filter((arg) => /^\d{4}-\d\d-\d\d/.test(arg) && !isNaN(Date.parse(arg)));
const unknown = args.find((arg) => ![...files, ...dates, '--browser'].includes(arg));
if (unknown !== undefined)
  giveUp(
    `${unknown} is neither a date such as 2027-01-31T23:30Z nor a test file. Use: npm run proofs -- dates [--browser] [date …] [test file …]`,
  );
const library = globSync('/usr/{lib,lib64,local/lib}/{,*/}faketime/libfaketimeMT.so.1')[0];
if (library === undefined) {
  process.stderr.write('libfaketime is missing: apt-get install faketime.\n');
  process.exit(2);
}

const all = files.length === 0;
const specs = files.filter((file) => file.endsWith('.spec.ts'));
const others = files.filter((file) => !specs.includes(file));
/** What is named runs whole, the tests of the night too. */
const parts = all
  ? [['vitest', 'tests/'], ...(args.includes('--browser') ? [['playwright', 'tests/']] : [])]
  : [
      ...(others.length > 0 ? [['vitest', ...others]] : []),
      ...(specs.length > 0 ? [['playwright', ...specs]] : []),
    ];
const node = await bootstrap();
forgetEnded();
let running;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    if (running) process.kill(-running.pid, signal);
    forgetEnded();
    process.exit(1);
  });

const total = { passed: 0, failed: 0 };
for (const date of dates.length > 0 ? dates : usualDates) {
  process.stdout.write(`\n${date}\n`);
  for (const part of parts) {
    const { passed, failed } = await runAt(Date.parse(date), ['--only', ...part]);
    total.passed += passed;
    total.failed += failed;
  }
}
forgetEnded();
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);

/** Runs a part of npm test from this time on (ms); answers its counts. */
function runAt(time, more) {
  const seconds = Math.round((time - Date.now()) / 1_000);
  const env = environment(node, {
    NODE_OPTIONS: `--import=${pathToFileURL(`${root}/scripts/lib/faked-clock.mjs`).href}`,
    FAKETIME: seconds < 0 ? String(seconds) : `+${seconds}`,
    FAKED_BY: library,
  });
  const stdio = ['ignore', 'pipe', 'inherit'];
  // A group of its own, which ends as one.
  running = spawn(node, ['scripts/test.mjs', ...more], { cwd: root, env, stdio, detached: true });
  let said = '';
  running.stdout.on('data', (data) => {
    process.stdout.write(data);
    said = (said + data).slice(-1_000);
  });
  return new Promise((done) => {
    running.once('close', () => {
      const [, passed = 0, failed = 1] = /(\d+) passed, (\d+) failed\n$/.exec(said) ?? [];
      done({ passed: Number(passed), failed: Number(failed) });
    });
  });
}

/** libfaketime leaves two small files of a process that ends at once. */
function forgetEnded() {
  for (const path of globSync('/dev/shm/{,sem.}faketime_s{hm,em}_*'))
    if (!existsSync(`/proc/${path.split('_').at(-1)}`)) rmSync(path, { force: true });
}
