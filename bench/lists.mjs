// npm run bench -- <folder> [seconds a measurement]: what lists cost on the data of a folder that
// bench:fill made, beside the floor of bare Fastify on the same database, in one run. All connections
// ask the same, which the product reads together; those who ask for pages in turn read alone.
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { makeAdmin, measure, memoryOf, signIn, start, startProduct, stopAll } from './asking.mjs';

const [folder, seconds = '5', connections = '16'] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Use: npm run bench -- <folder> [seconds]\n');
  process.exit(2);
}
const ports = { product: 4871, floor: 4872 };

const lists = {
  'Completed, first page': 'limit=10&_boolpaid=true&_boolcompleted=true',
  'Completed, pages 1 to 10 in turn': 'limit=10&page=TURN&_boolpaid=true&_boolcompleted=true',
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
try {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await makeAdmin(owner);
  const { rows } = await owner.query(
    `select (select sum(records) from list_counters where list = 'completed' and zone = ''
             and organisation = 'Kaduna' and span = 'all') as total,
            (select registration from bookings limit 1) as plate`,
  );
  const { rows: known } = await owner.query(
    `select registration, phone_no, name, license, bill_ref from bookings
     where organisation = 'Kaduna' order by created_at desc offset 5000 limit 30`,
  );
  await owner.end();
  const pages = Math.ceil(Number(rows[0]?.total ?? 1) / 10);
  const named = {
    MIDDLE: String(Math.ceil(pages / 2)),
    LAST: String(pages),
    PLATE: rows[0]?.plate ?? '',
  };

  const server = await startProduct(database, folder, ports.product);
  await start(['bench/floor.mjs', database.appUrl, String(ports.floor)], { env: process.env });
  const product = `http://127.0.0.1:${ports.product}`;
  const headers = await signIn(product);
  const load = { connections, seconds };

  const floorUrl = `http://127.0.0.1:${ports.floor}`;
  const floor = await measure(`${floorUrl}/page`, {}, load);
  print('floor: bare Fastify, one statement', floor, floor);
  print('floor: an empty answer', await measure(`${floorUrl}/nothing`, {}, load), floor);
  print('/auth/up', await measure(`${product}/api/v1/auth/up`, {}, load), floor);
  for (const [name, query] of Object.entries(lists)) {
    const asked = query.replace(
      /[A-Z]{4,}$|(?<==)(MIDDLE|LAST|PLATE)/,
      (word) => named[word] ?? word,
    );
    const address = `${product}/api/v1/booking?${asked}`;
    const turns = address.includes('TURN')
      ? Array.from({ length: 10 }, (_, page) => page + 1)
      : [''];
    const addresses = turns.map((page) => address.replace('TURN', page));
    print(name, await measure(addresses, headers, load), floor);
  }
  await searchOneByOne(`${product}/api/v1/booking?limit=10`, headers, known);
  const { now, most } = memoryOf(server);
  process.stdout.write(`memory of the serving process: ${now} MB, at most ${most} MB\n`);
} finally {
  await stopAll();
  await database.stop();
}

/** What people type, each by itself and twice: whole, cut short, or with a sign left out. */
async function searchOneByOne(address, headers, known) {
  const terms = known.flatMap(
    ({ registration: plate, phone_no: phone, name, license, bill_ref }) => [
      ...[plate, plate.replace('-', ''), plate.slice(0, 4), license, bill_ref, phone],
      ...[phone.slice(0, 7), name, name.split(' ')[0], name.slice(0, 6), name.slice(0, 2), name[0]],
    ],
  );
  for (const [of, list] of [
    ['all', ''],
    ['unpaid', '&_boolpaid=false'],
  ]) {
    const times = [];
    for (const term of terms.filter(Boolean).flatMap((each) => [each, each])) {
      const begun = performance.now();
      const answer = await fetch(`${address}${list}&_searchname=${encodeURIComponent(term)}`, {
        headers,
      });
      await answer.text();
      if (answer.status === 429) break;
      if (!answer.ok) throw new Error(`The search "${term}" was answered with ${answer.status}.`);
      times.push(performance.now() - begun);
    }
    times.sort((one, other) => one - other);
    const at = (share) => times[Math.floor(times.length * share)]?.toFixed(0);
    process.stdout.write(
      `${times.length} searches in ${of}, one at a time: half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms\n`,
    );
  }
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
