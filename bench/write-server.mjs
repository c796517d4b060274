// A part of bench/write.mjs: one serving process, without the chores that another one has, which
// counts what it asks of PostgreSQL.
import pg from 'pg';
import { readConfig } from '#server/config.ts';
import { serveCalls } from '#server/serving.ts';

const { appUrl, jwtSecret } = JSON.parse(process.argv[2] ?? '{}');
let statements = 0;
pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
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
process.on('message', () => process.send(statements));
process.on('disconnect', () => process.exit(0));
process.send('ready');
