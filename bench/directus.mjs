// npm run bench -- directus <folder> [seconds a measurement] [folder to install Directus in]: the same page of
// ten bookings from this product and from Directus, each as one process on the same PostgreSQL and the data
// of a folder that `fill` made, in turns, 16 connections. Directus answers the bookings' own columns alone,
// without their offences, officers and payments, which ours come with. It is no dependency: npm fetches it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { makeAdmin, measure, memoryOf, signIn, start, startProduct, stopAll } from './asking.mjs';

const version = '12.4.0';
const [folder, seconds = '5', given] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Use: npm run bench -- directus <folder> [seconds] [folder of Directus]\n');
  process.exit(2);
}
const load = { connections: '16', seconds };
const home = given ?? temporaryFolder();
const ports = { product: 4873, directus: 4874 };
const token = 'for-measuring-on-loopback';

install();
const database = await startEmbedded(folder);
const owner = new pg.Client({ connectionString: database.ownerUrl });
await owner.connect();
try {
  await owner.query('drop schema if exists directus cascade; create schema directus');
  await makeAdmin(owner);
  const directus = await startDirectus();
  const server = await startProduct(database, folder, ports.product);
  const headers = await signIn(`http://127.0.0.1:${ports.product}`);
  const asTheirs = { authorization: `Bearer ${token}` };
  for (const [name, own, other] of measured()) {
    const product = await measure(own, headers, load);
    print(`${name}: Hanya, with totals`, product, product);
    const counted = await measure(`${other}&meta=filter_count`, asTheirs, load);
    print(`${name}: Directus, with totals`, counted, product);
    print(`${name}: Directus, without`, await measure(other, asTheirs, load), product);
  }
  for (const [name, program] of Object.entries({ Hanya: server, Directus: directus })) {
    const { now, most } = memoryOf(program);
    process.stdout.write(`memory of ${name}: ${now} MB, at most ${most} MB\n`);
  }
} finally {
  await stopAll();
  await owner.query('drop schema if exists directus cascade');
  await owner.end();
  await database.stop();
  if (given === undefined) rmSync(home, { recursive: true, force: true });
}

/** The name of a page, and its address here and there. */
function measured() {
  const ours = (query) => `http://127.0.0.1:${ports.product}/api/v1/booking?limit=10&${query}`;
  const theirs = (query) =>
    `http://127.0.0.1:${ports.directus}/items/bookings?limit=10&sort=-created_at,-id&filter[organisation][_eq]=Kaduna&${query}`;
  const completed = 'filter[completed][_eq]=true';
  return [
    ['Completed', ours('_boolpaid=true&_boolcompleted=true'), theirs(completed)],
    [
      'Completed, page 1,000',
      ours('_boolpaid=true&_boolcompleted=true&page=1000'),
      theirs(`${completed}&page=1000`),
    ],
    ['All bookings', ours(''), theirs('')],
    ['search musa', ours('_searchname=musa'), theirs('filter[name][_icontains]=musa')],
  ];
}

function install() {
  mkdirSync(home, { recursive: true });
  if (existsSync(join(home, 'node_modules/directus'))) return;
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  const options = ['--no-audit', '--no-fund', '--legacy-peer-deps'];
  const { status } = spawnSync('npm', ['install', ...options, `directus@${version}`], {
    cwd: home,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('Directus could not be installed.');
}

async function startDirectus() {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(ports.directus),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database.ownerUrl,
    // Its own tables stand apart from ours, and are dropped at the end.
    DB_SEARCH_PATH: 'array:directus,public',
    KEY: 'bench',
    SECRET: token,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: token,
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'warn',
    TELEMETRY: 'false',
    // It would refuse calls when it is busy.
    PRESSURE_LIMITER_ENABLED: 'false',
  };
  const cli = 'node_modules/directus/cli.js';
  const made = spawnSync(process.execPath, [cli, 'bootstrap'], {
    cwd: home,
    env,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`Directus could not be set up: ${made.stderr}`);
  return start([cli, 'start'], {
    cwd: home,
    env: { ...env, LOG_LEVEL: 'info' },
    ready: 'Server started',
  });
}

function print(name, { perSecond, p50, p99, failed }, ours) {
  const cells = [
    name.padEnd(44),
    `${perSecond.toFixed(1)}/s`.padStart(10),
    `${((100 * perSecond) / ours.perSecond).toFixed(1)} %`.padStart(9),
    `${p50} ms`.padStart(9),
    `${p99} ms`.padStart(9),
    perSecond === 0 ? 'no answer in that time' : '',
    failed > 0 ? `${failed} failed` : '',
  ];
  process.stdout.write(`${cells.join(' ')}\n`);
}
