import { mkdirSync } from 'node:fs';
import { queues } from '#server/app.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { makeBookings } from './data.mjs';

// npm run bench:fill -- <folder> <number of bookings> [no-trail]: makes a data folder that the product and the
// other benchmarks can be started on.
const [folder, count, trail] = process.argv.slice(2);
if (folder === undefined || !(Number(count) > 0)) {
  process.stderr.write('Use: npm run bench:fill -- <folder> <number of bookings> [no-trail]\n');
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
} finally {
  await database.stop();
}
