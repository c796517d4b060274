// A part of bench/write.mjs: one serving process, without the chores that another one has, which
// counts what it asks of PostgreSQL.
import pg from 'pg';
import { readConfig } from '#server/config/config.ts';
import { serveCalls } from '#server/process/serving.ts';

const { appUrl, jwtSecret } = JSON.parse(process.argv[2] ?? '{}');
let statements = 0;
const prototype = pg.Client.prototype;
prototype.query = new Proxy(prototype['query'], {
  apply(query, client, asked) {
    statements += 1;
    return Reflect.apply(query, client, asked);
  },
});
await serveCalls(
  readConfig(process.env),
  { appUrl, jwtSecret, doesChores: false },
  () => undefined,
);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ statements, processor: (user + system) / 1000 });
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
