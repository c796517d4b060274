// npm run bench -- <folder> [seconds a measurement]: what lists cost on the data of a folder that
// bench:fill made, beside the floor of bare Fastify on the same database, in one run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import pg from 'pg';
import { login } from '#contract/auth.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';

const [folder, seconds = '5', connections = '16'] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Use: npm run bench -- <folder> [seconds]\n');
  process.exit(2);
}
const password = 'a password for measuring';
const ports = { product: 4871, floor: 4872 };

const lists = {
  'Completed, first page': 'limit=10&_boolpaid=true&_boolcompleted=true',
  'Completed, page 1,000': 'limit=10&page=1000&_boolpaid=true&_boolcompleted=true',
  'Completed, in the middle': 'limit=10&page=MIDDLE&_boolpaid=true&_boolcompleted=true',
  'Completed, last page': 'limit=10&page=LAST&_boolpaid=true&_boolcompleted=true',
  'Unpaid, first page': 'limit=10&_boolpaid=false',
  'All bookings, first page': 'limit=10',
  feed: 'limit=12&organisation=Kaduna&withdrawn=false',
  'Completed in a month': 'limit=10&_boolcompleted=true&from=2026-03-01&to=2026-03-31',
  withdrawn: 'limit=10&withdrawn=true',
  'oldest first': 'limit=10&_boolcompleted=true&sort=createdAt',
  'by price': 'limit=10&_boolcompleted=true&sort=-price',
  'search musa': 'limit=10&_searchname=musa',
  'search 080': 'limit=10&_searchname=080',
  'search a': 'limit=10&_searchname=a',
  'search %%%': 'limit=10&_searchname=%25%25%25',
  'search a plate': 'limit=10&_searchname=PLATE',
  'search nothing': 'limit=10&_searchname=qqqqqqq',
  'an offence': 'limit=10&offence=LGC-07',
  'an officer': 'limit=10&bookedBy=officer-7',
  'paid in a month': 'limit=10&by=paid&from=2026-03-01&to=2026-03-31',
};

const database = await startEmbedded(folder);
const programs = [];
try {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into users (id, email, password_hash, first_name, last_name, role, state)
     values ('bench-admin', 'admin@bench.test', $1, 'Bench', 'Admin', 'state admin', 'Kaduna')
     on conflict (id) do update set password_hash = excluded.password_hash`,
    [await hashPassword(password)],
  );
  const { rows } = await owner.query(
    `select (select sum(records) from list_counters where list = 'completed' and zone = ''
             and organisation = 'Kaduna' and span = 'all') as total,
            (select registration from bookings limit 1) as plate`,
  );
  await owner.end();
  const pages = Math.ceil(Number(rows[0]?.total ?? 1) / 10);
  const named = {
    MIDDLE: String(Math.ceil(pages / 2)),
    LAST: String(pages),
    PLATE: rows[0]?.plate ?? '',
  };

  await start('server/main.ts', [], {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: `${folder}/product`,
    PORT: String(ports.product),
    DEMO: 'off',
    JWT_SECRET: 'for measuring on loopback, and for nothing else',
    PROCESSES: '1',
  });
  await start('bench/floor.mjs', [database.appUrl, String(ports.floor)], {});
  const product = `http://127.0.0.1:${ports.product}`;
  const token = await signIn(product);
  const headers = { authorization: `Bearer ${token}` };

  const floorUrl = `http://127.0.0.1:${ports.floor}`;
  const floor = await measure(`${floorUrl}/page`, {});
  print('floor: bare Fastify, one statement', floor, floor);
  print('floor: an empty answer', await measure(`${floorUrl}/nothing`, {}), floor);
  print('/auth/up', await measure(`${product}/api/v1/auth/up`, {}), floor);
  for (const [name, query] of Object.entries(lists)) {
    const asked = query.replace(
      /[A-Z]{4,}$|(?<==)(MIDDLE|LAST|PLATE)/,
      (word) => named[word] ?? word,
    );
    print(name, await measure(`${product}/api/v1/booking?${asked}`, headers), floor);
  }
} finally {
  for (const program of programs) {
    program.kill('SIGTERM');
    if (program.exitCode === null) await once(program, 'exit');
  }
  await database.stop();
}

async function start(file, args, env) {
  const program = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  await new Promise((resolve, reject) => {
    program.stdout.on('data', (text) => {
      if (text.toString().includes('ready')) resolve();
    });
    program.once('exit', (code) => reject(new Error(`${file} ended with ${code}.`)));
  });
}

async function signIn(product) {
  const answer = await fetch(`${product}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@bench.test', password }),
  });
  const { token } = await answer.json();
  if (!answer.ok) throw new Error(`Signing in was refused with ${answer.status}.`);
  return token;
}

async function measure(url, headers) {
  const options = { url, headers, connections: Number(connections), timeout: 60 };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: Number(seconds) });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}

function print(name, { perSecond, p50, p99, failed }, floor) {
  const cells = [
    name.padEnd(36),
    perSecond.toFixed(0).padStart(8),
    `${((100 * perSecond) / floor.perSecond).toFixed(1)} %`.padStart(9),
    `${p50} ms`.padStart(9),
    `${p99} ms`.padStart(9),
    failed > 0 ? `${failed} failed` : '',
  ];
  process.stdout.write(`${cells.join(' ')}\n`);
}
