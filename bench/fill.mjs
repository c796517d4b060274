import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { queues } from '#server/queues.ts';
import { makeBookings } from './data.mjs';

// npm run bench -- fill <folder> <number of bookings> [no-trail]: makes a data folder that the product and the
// other benchmarks can be started on.
const [folder, count, trail] = process.argv.slice(2);
if (folder === undefined || !(Number(count) > 0)) {
  process.stderr.write('Use: npm run bench -- fill <folder> <number of bookings> [no-trail]\n');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const database = await startEmbedded(folder);
try {
  await migrate(database.ownerUrl, database.appUrl, { queues });
  const seconds = await makeBookings(database.ownerUrl, Number(count), {
    trail: trail !== 'no-trail',
  });
  process.stdout.write(`${count} bookings in ${Math.round(seconds)} s\n`);
  await printSizes(database.ownerUrl);
} finally {
  await database.stop();
}

async function printSizes(ownerUrl) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(
    `select relname as name, pg_table_size(oid)::float8 as rows, pg_indexes_size(oid)::float8 as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by pg_total_relation_size(oid) desc limit 8`,
  );
  await owner.end();
  const each = (bytes) => `${Math.round(bytes / Number(count))}`.padStart(6);
  for (const { name, rows: table, indexes } of rows)
    process.stdout.write(
      `${name.padEnd(20)}${each(table)} bytes a booking, ${each(indexes)} in indexes\n`,
    );
}
