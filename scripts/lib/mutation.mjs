import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { giveUp } from './bootstrap.mjs';

/** Of a hundred changes so many must be noticed. */
const wanted = 85;

/**
 * What is changed, and the tests that must notice: those without I/O where they can, since each change
 * runs the tests that come by it. With `database`, on PostgreSQL.
 */
const parts = {
  rules: {
    tests: ['tests/rules/*.test.ts', 'tests/gateways/naira.test.ts'],
    mutate: [
      'contract/roles.ts',
      'server/scope/*.ts',
      'server/http/{call,serve,refusal}.ts',
      'server/features/auth/{tokens,secret-box,guessable,sessions}.ts',
      'server/features/{bookings,exceptions,offences,payments,users}/rules.ts',
      'server/modules/money/reconciliation/rules.ts',
      'server/gateways/naira.ts',
    ],
  },
  guessing: {
    database: true,
    tests: ['tests/api/auth/{guessing,refused-addresses}.test.ts', 'tests/rules/limits.test.ts'],
    mutate: ['server/features/auth/guessing.ts', 'server/http/attempts.ts'],
  },
  sessions: {
    database: true,
    tests: ['tests/api/auth/{sessions,own-account}.test.ts'],
    mutate: ['server/features/auth/own-sessions.ts'],
  },
  steps: {
    database: true,
    tests: ['tests/api/auth/{second-factor,second-steps,passkeys}.test.ts'],
    mutate: ['server/features/auth/{second-step,recovery-codes}.ts'],
  },
  apps: {
    database: true,
    tests: ['tests/api/auth/{second-factor,factor-changes,required-factors}.test.ts'],
    mutate: ['server/features/auth/authenticator-app.ts'],
  },
  passkeys: {
    database: true,
    tests: ['tests/api/auth/{passkeys,passkey-changes,required-factors}.test.ts'],
    mutate: ['server/features/auth/passkeys.ts'],
  },
  factors: {
    database: true,
    tests: ['tests/api/auth/{factor-changes,required-factors}.test.ts'],
    mutate: ['server/features/auth/{factors,held-factors,required-factors}.ts'],
  },
  due: {
    ignoreStatic: true,
    tests: ['tests/rules/{ticket-rules,disputes,court,obligations,message*}.test.ts'],
    mutate: [
      'contract/modules/after-ticket/{ticket-rules,message-texts}.ts',
      'server/modules/after-ticket/{disputes,messages,court,obligations}/rules.ts',
    ],
  },
  acts: {
    database: true,
    tests: ['tests/rules/consequences.test.ts', 'tests/api/acts/*.test.ts'],
    mutate: ['server/acts/{carry-out,consequences,happened,whole-or-nothing}.ts'],
  },
  decisions: {
    database: true,
    tests: ['tests/api/decisions/*.test.ts'],
    mutate: ['server/features/decisions/{commands,queries,rules}.ts'],
  },
  disputes: {
    database: true,
    tests: ['tests/api/ticket-rules/disputes.test.ts', 'tests/api/papers/second-proof.test.ts'],
    mutate: [
      'server/modules/after-ticket/disputes/{commands,queries}.ts',
      'server/modules/after-ticket/papers/more-routes.ts',
    ],
  },
  messages: {
    database: true,
    tests: ['tests/api/messages/*.test.ts'],
    mutate: ['server/modules/after-ticket/messages/{commands,sending,reminders,reports}.ts'],
  },
  fees: {
    database: true,
    tests: ['tests/api/offences/*.test.ts'],
    mutate: ['server/features/offences/{commands,fees,queries}.ts'],
  },
};

const anew = process.argv.includes('--anew');
const chosen = process.argv.slice(2).filter((one) => one !== '--anew');
const unknown = chosen.filter((name) => !(name in parts));
if (unknown.length > 0)
  giveUp(`There is no part ${unknown.join(', ')}: ${Object.keys(parts).join(', ')}.`);
const all = [];
for (const [name, { mutate, tests, database, ignoreStatic = database === true }] of Object.entries(
  parts,
)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.env.HANYA_MUTATED = tests.join(' ');
  process.env.HANYA_MUTATED_ON = database ? 'database' : '';
  const folder = join(tmpdir(), 'hanya-mutation');
  const kept = join(folder, `${name}.json`);
  // What is loaded once is not asked again when a test of it changed.
  if (anew) rmSync(kept, { force: true });
  const stryker = new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/lib/mutation.vitest.config.mjs', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    reporters: ['progress-append-only'],
    incremental: true,
    incrementalFile: kept,
    tempDirName: join(folder, `copies for ${name}`),
    ignorePatterns: ['dist', 'docs', 'bench', 'data', 'web/ui'],
    timeoutMS: 60_000,
    // Type checks are a check of their own; a change that doesn't compile is noticed there.
    disableTypeChecks: true,
    allowConsoleColors: false,
    // A sentence that is only loaded, and not tried, costs all tests of a part.
    ignoreStatic,
  });
  all.push(...(await stryker.runMutationTest()));
}

const noticed = ['Killed', 'Timeout'];
const missed = ['Survived', 'NoCoverage'];
const files = Map.groupBy(all, ({ fileName }) => fileName);
for (const [file, mutants] of files) {
  for (const { status, location, mutatorName, replacement } of mutants) {
    if (!missed.includes(status)) continue;
    const { line, column } = location.start;
    const text = replacement?.replaceAll(/\s+/g, ' ').slice(0, 60);
    process.stdout.write(`${file}:${line}:${column} ${mutatorName} → ${text} (${status})\n`);
  }
}
process.stdout.write('\n');
for (const [file, mutants] of [...files, ['all of them', all]]) {
  const count = (states) => mutants.filter(({ status }) => states.includes(status)).length;
  const [good, bad] = [count(noticed), count(missed)];
  const share = good + bad === 0 ? 100 : (100 * good) / (good + bad);
  process.stdout.write(`${share.toFixed(1).padStart(5)} %  ${good} of ${good + bad}  ${file}\n`);
  if (mutants === all && share < wanted) process.exitCode = 1;
}
