// npm run bench -- reports <folder>: what each report takes on the data of a folder that
// `fill` made, of a month and of a year, five times each. What takes more than two seconds is marked, and
// the run then ends with 1.
import pg from 'pg';
import { readReport, reportKinds, reportTypes } from '#contract/modules/reports/reports.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { makeAdmin, signIn, startProduct, stopAll } from './asking.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Use: npm run bench -- reports <folder>\n');
  process.exit(2);
}
const port = 4874;
const mostMs = 2_000;
const times = 5;
const dayMs = 86_400_000;

const database = await startEmbedded(folder);
try {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await makeAdmin(owner);
  const { rows } = await owner.query(
    `select lagos_day(max(created_at))::text as last from bookings`,
  );
  await owner.end();
  const [{ last }] = rows;
  await startProduct(database, folder, port);
  const product = `http://127.0.0.1:${port}`;
  const headers = await signIn(product);
  const back = (days) => new Date(Date.parse(last) - days * dayMs).toISOString().slice(0, 10);
  for (const kind of reportKinds) {
    const periods = reportTypes[kind].isOfDays
      ? { month: back(30), year: back(364) }
      : { now: last };
    for (const [period, from] of Object.entries(periods)) {
      const query = new URLSearchParams({
        kind,
        ...(period !== 'now' && { from, to: last }),
        ...(kind === 'cross' && { rows: 'zone', columns: 'group', measure: 'issued' }),
      });
      const taken = [];
      for (let time = 0; time < times; time += 1)
        taken.push(await millisecondsOf(`${product}${readReport.path}?${query}`, headers));
      const [first, ...others] = taken;
      const median = others.toSorted((a, b) => a - b)[others.length >> 1];
      const late = Math.max(...taken) > mostMs;
      if (late) process.exitCode = 1;
      process.stdout.write(
        `${kind.padEnd(10)} ${period.padEnd(6)} ${inMs(first)} first, ${inMs(median)} afterwards${late ? '  TOO SLOW' : ''}\n`,
      );
    }
  }
} finally {
  await stopAll();
  await database.stop();
}

function inMs(milliseconds) {
  return `${Math.round(milliseconds)} ms`.padStart(9);
}

async function millisecondsOf(address, headers) {
  const began = performance.now();
  const answer = await fetch(address, { headers });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${said}`);
  return performance.now() - began;
}
