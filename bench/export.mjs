// npm run bench -- export <folder>: what the CSV of a list takes of a fresh server's memory, by its length,
// on the data of a folder that `fill` made. The memory is that of a server that asks for little.
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { makeAdmin, memoryOf, signIn, startProduct, stopAll } from './asking.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Use: npm run bench -- export <folder>\n');
  process.exit(2);
}
const port = 4873;
const lengths = [100_000, 500_000, 1_000_000];

const database = await startEmbedded(folder);
try {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await makeAdmin(owner);
  const lists = [];
  for (const wanted of lengths) lists.push(await latestDays(owner, wanted));
  await owner.end();
  for (const days of lists) {
    const server = await startProduct(database, folder, port);
    const product = `http://127.0.0.1:${port}`;
    const headers = await signIn(product);
    const before = memoryOf(server).now;
    const began = performance.now();
    const { lines, middle } = await take(`${product}/api/v1/booking/export`, days, headers, server);
    const seconds = (performance.now() - began) / 1000;
    const { most } = memoryOf(server);
    process.stdout.write(
      `${String(lines).padStart(9)} rows in ${seconds.toFixed(0)} s: ${before} MB before, ${middle} MB in the middle, ${most} MB at most\n`,
    );
    await stopAll();
  }
} finally {
  await stopAll();
  await database.stop();
}

/** The latest days on which at most so many bookings were made. */
async function latestDays(owner, wanted) {
  const { rows } = await owner.query(
    `with days as (
       select (created_at at time zone 'Africa/Lagos')::date as day, count(*) as made
       from bookings where organisation = 'Kaduna' group by 1)
     select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last
     from (select day, sum(made) over (order by day desc) as so_far from days) as summed
     where so_far <= $1`,
    [wanted],
  );
  return rows[0];
}

async function take(address, { first, last }, headers, server) {
  const answer = await fetch(`${address}?format=csv&from=${first}&to=${last}`, { headers });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  const memory = [];
  let lines = 0;
  for await (const piece of answer.body) {
    for (const byte of piece) if (byte === 10) lines += 1;
    memory.push(memoryOf(server).now);
  }
  return { lines, middle: memory[memory.length >> 1] };
}
