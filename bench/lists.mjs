// npm run bench -- lists <folder> [<folder>] [seconds a measurement]: what reading costs on the data of a
// folder that `fill` made, beside the floor of bare Fastify on the same database, in one run. Of two
// folders each address is asked in turn, and the last column says how many times what it costs in the
// second it costs in the first. What misses its target is marked, and the run then ends with 1.
//
// All connections ask the same, which the product reads together; those who ask for pages in turn read
// alone.
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { makeAdmin, measure, memoryOf, signIn, start, startProduct, stopAll } from './asking.mjs';

const isNumber = (word) => /^\d+$/.test(word);
const folders = process.argv.slice(2).filter((word) => !isNumber(word));
const [seconds = '5', connections = '16'] = process.argv.slice(2).filter(isNumber);
if (folders.length === 0 || folders.length > 2) {
  process.stderr.write('Use: npm run bench -- lists <folder> [<folder>] [seconds]\n');
  process.exit(2);
}
const load = { connections, seconds };

const completed = 'booking?limit=10&_boolpaid=true&_boolcompleted=true';
const month = 'from=2026-03-01&to=2026-03-31';
const year = 'from=2025-10-01&to=2026-09-30';
/** First pages: at least so much of the floor. */
const first = { least: 1 / 3 };
/** At most so many times what they cost with a tenth of the bookings. */
const most = 1.2;
/** The same of what is no first page, and of searches. */
const elsewhere = { most: 2 };

const addresses = {
  'Completed, first page': [completed, first],
  'Completed, pages 1 to 9 in turn': [`${completed}&page=TURN`, elsewhere],
  'Completed, page 1,000': [`${completed}&page=1000`, elsewhere],
  'Completed, pages 1,001 to 1,009 in turn': [`${completed}&page=100TURN`, elsewhere],
  'Completed, in the middle': [`${completed}&page=MIDDLE`, elsewhere],
  'Completed, last page': [`${completed}&page=LAST`, elsewhere],
  'Unpaid, first page': ['booking?limit=10&_boolpaid=false', first],
  'All bookings, first page': ['booking?limit=10', first],
  feed: ['booking?limit=12&organisation=Kaduna&withdrawn=false', first],
  'one booking': ['booking/BOOKING'],
  'Completed in a month': [`booking?limit=10&_boolcompleted=true&${month}`],
  withdrawn: ['booking?limit=10&withdrawn=true'],
  'oldest first': ['booking?limit=10&_boolcompleted=true&sort=createdAt'],
  'by price': ['booking?limit=10&_boolcompleted=true&sort=-price', elsewhere],
  'search musa': ['booking?limit=10&_searchname=musa', elsewhere],
  'search 080': ['booking?limit=10&_searchname=080', elsewhere],
  'search a': ['booking?limit=10&_searchname=a', elsewhere],
  'search %%%': ['booking?limit=10&_searchname=%25%25%25', elsewhere],
  'search a plate': ['booking?limit=10&_searchname=PLATE', elsewhere],
  'search nothing': ['booking?limit=10&_searchname=qqqqqqq', elsewhere],
  'an offence': ['booking?limit=10&offence=LGC-07', elsewhere],
  'an officer': ['booking?limit=10&bookedBy=officer-7'],
  'an officer’s completed': ['booking?limit=10&bookedBy=officer-7&_boolcompleted=true'],
  'paid in a month': [`booking?limit=10&by=paid&${month}`, elsewhere],
  'revenue of the dashboard': ['booking/rev'],
  'series of the dashboard': ['statistics/series?period=month'],
  'counts of the dashboard': ['booking/stat'],
  'activities of the dashboard': ['activity?limit=8'],
  personnel: ['users?limit=10&sort=-lastActive'],
  'the map': ['map'],
  'exceptions of payments': ['exception?limit=10'],
  'reconciliation of a month by day': [`reconciliation?by=day&${month}`],
  'reconciliation of a year by officer': [`reconciliation?by=officer&${year}`],
  'reconciliation of a year by head': [`reconciliation?by=head&${year}`],
  'withdrawals by officer in a year': [`statistics/withdrawals?${year}`],
};

const stores = [];
try {
  for (const [index, folder] of folders.entries()) stores.push(await open(folder, 4871 + index));
  const [first, second] = stores;
  const floorPort = 4871 + folders.length;
  await start(['bench/floor.mjs', first.database.appUrl, String(floorPort)], { env: process.env });
  const floorUrl = `http://127.0.0.1:${floorPort}`;
  const floor = await measure(`${floorUrl}/page`, {}, load);
  print('floor: bare Fastify, one statement', floor, { floor });
  print('floor: an empty answer', await measure(`${floorUrl}/nothing`, {}, load), { floor });
  print('/auth/up', await measure(`${first.url}/api/v1/auth/up`, {}, load), { floor });
  for (const [name, [address, target]] of Object.entries(addresses)) {
    const ask = (store) => measure(addressesOf(address, store), store.headers, load);
    const here = [await ask(first)];
    // The second between two of the first: what the machine does besides falls on both alike.
    const there = second ? [await ask(second), await ask(second)] : [];
    if (second) here.push(await ask(first));
    const times = second && sumOf(there) / sumOf(here);
    print(name, here[0], { floor, times, target: { most, ...target } });
  }
  for (const store of stores) {
    process.stdout.write(`${store.folder}\n`);
    await searchOneByOne(store);
    const { now, most } = memoryOf(store.server);
    process.stdout.write(`memory of the serving process: ${now} MB, at most ${most} MB\n`);
    if (most > 300) process.exitCode = 1;
  }
} finally {
  await stopAll();
  for (const { database } of stores) await database.stop();
}

/** The product on the data of a folder, and what is asked for there. */
async function open(folder, port) {
  const database = await startEmbedded(folder);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await makeAdmin(owner);
  const { rows } = await owner.query(
    `select (select sum(cleared) from figures where kind = 'place' and zone = ''
             and organisation = 'Kaduna' and span = 'all') as total,
            (select registration from bookings limit 1) as plate,
            (select id from bookings where organisation = 'Kaduna' limit 1) as booking`,
  );
  const { rows: known } = await owner.query(
    `select registration, phone_no, name, license, bill_ref from bookings
     where organisation = 'Kaduna' order by created_at desc offset 5000 limit 30`,
  );
  await owner.end();
  const pages = Math.ceil(Number(rows[0]?.total ?? 1) / 10);
  const server = await startProduct(database, folder, port);
  const url = `http://127.0.0.1:${port}`;
  return {
    folder,
    database,
    server,
    url,
    known,
    headers: await signIn(url),
    named: {
      MIDDLE: String(Math.ceil(pages / 2)),
      LAST: String(pages),
      PLATE: rows[0]?.plate ?? '',
      BOOKING: rows[0]?.booking ?? '',
    },
  };
}

function addressesOf(path, { url, named }) {
  const asked = path.replace(/MIDDLE|LAST|PLATE|BOOKING/, (word) => named[word]);
  const address = `${url}/api/v1/${asked}`;
  const turns = address.includes('TURN')
    ? Array.from({ length: 9 }, (_, place) => place + 1)
    : [''];
  return turns.map((page) => address.replace('TURN', page));
}

/** What people type, each by itself and twice: whole, cut short, or with a sign left out. */
async function searchOneByOne({ url, headers, known }) {
  const address = `${url}/api/v1/booking?limit=10`;
  const terms = known.flatMap(
    ({ registration: plate, phone_no: phone, name, license, bill_ref }) => [
      plate,
      plate.replace('-', ''),
      plate.slice(0, 4),
      license,
      bill_ref,
      phone,
      phone.slice(0, 7),
      name,
      name.split(' ')[0],
      name.slice(0, 6),
      name.slice(0, 2),
      name[0],
    ],
  );
  for (const [of, list] of [
    ['all', ''],
    ['unpaid', '&_boolpaid=false'],
  ]) {
    const times = [];
    let cutOff = 0;
    for (const term of terms.filter(Boolean).flatMap((each) => [each, each])) {
      const begun = performance.now();
      const answer = await fetch(`${address}${list}&_searchname=${encodeURIComponent(term)}`, {
        headers,
      });
      await answer.text();
      if (answer.status === 503) cutOff += 1;
      else if (!answer.ok) throw new Error(`"${term}" was answered with ${answer.status}.`);
      times.push(performance.now() - begun);
    }
    times.sort((one, other) => one - other);
    const at = (share) => times[Math.floor(times.length * share)]?.toFixed(0);
    process.stdout.write(
      `${times.length} searches in ${of}, one at a time: half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms, ${cutOff} cut off\n`,
    );
  }
}

function sumOf(measured) {
  return measured.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

function print(name, { perSecond, p50, p99, failed }, { floor, times, target }) {
  const share = perSecond / floor.perSecond;
  const misses = share < (target?.least ?? 0) || times > (target?.most ?? Infinity);
  if (misses || failed > 0) process.exitCode = 1;
  const cells = [
    name.padEnd(38),
    perSecond.toFixed(0).padStart(8),
    `${(100 * share).toFixed(1)} %`.padStart(9),
    `${p50} ms`.padStart(9),
    `${p99} ms`.padStart(9),
    times === undefined ? '' : `${times.toFixed(2)} times`.padStart(12),
    misses ? 'misses its target' : '',
    failed > 0 ? `${failed} failed` : '',
  ];
  process.stdout.write(`${cells.join(' ').trimEnd()}\n`);
}
