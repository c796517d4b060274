import pg from 'pg';

/** How many days of bookings there are, up to now. */
const days = 5 * 365;

/** Indexes and references are dropped while rows arrive, and made again at the end. */
const bigTables = [
  'bookings',
  'booking_offences',
  'payments',
  'booking_search',
  'waiting_search',
  'audit',
];

/**
 * Fills a migrated database with `count` bookings of five years, their offences, payments, trail and
 * figures, as they would stand there had they been made one by one: 60 % in Kaduna, 85 % completed,
 * 5 % paid, 9 % unpaid (of the last months), 1 % withdrawn; 5 % of the drivers are called Musa.
 * Hashes in the trail are not those of its rows; without `trail` there is none, which is a third of
 * the disk and half of the time. Answers the seconds it took.
 */
export async function makeBookings(ownerUrl, count, { trail = true } = {}) {
  const started = performance.now();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB';
      set max_parallel_maintenance_workers = 2`);
    const restore = await withoutIndexes(owner);
    for (const table of bigTables) await owner.query(`alter table ${table} disable trigger user`);
    await owner.query(people);
    const step = 250_000;
    for (let from = 0; from < count; from += step)
      for (const statement of batch(from, Math.min(count, from + step), count, trail))
        await owner.query(statement);
    for (const table of bigTables) await owner.query(`alter table ${table} enable trigger user`);
    for (const statement of restore) await owner.query(statement);
    await owner.query('select recount_figures()');
    for (const table of [...bigTables, 'figures']) await owner.query(`vacuum (analyze) ${table}`);
    await owner.query('checkpoint').catch(() => undefined);
  } finally {
    await owner.end();
  }
  return (performance.now() - started) / 1000;
}

async function withoutIndexes(owner) {
  const { rows: constraints } = await owner.query(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as said
     from pg_constraint where contype = 'f' and (conrelid = any($1::text[]::regclass[])
       or confrelid = any($1::text[]::regclass[]))`,
    [bigTables],
  );
  const { rows: indexes } = await owner.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as said
     from pg_index where indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)
       -- Each search text looks its payment up.
       and indexrelid <> 'payments_booking'::regclass`,
    [bigTables],
  );
  for (const { table, name } of constraints)
    await owner.query(`alter table ${table} drop constraint "${name}"`);
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  return [
    ...indexes.map(({ said }) => said),
    ...constraints.map(
      ({ table, name, said }) => `alter table ${table} add constraint "${name}" ${said}`,
    ),
  ];
}

const people = `
  insert into users (id, email, password_hash, first_name, last_name, role, state, zone)
  select 'officer-' || n, 'officer-' || n || '@bench.test', '', 'Officer', n::text,
         'booking officer', 'Kaduna', null
  from generate_series(0, 499) as n
  on conflict do nothing`;

/** Crockford's base 32 of the milliseconds, as a ULID begins. */
const ulidTime = (at) => {
  const digit = (place) =>
    `substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((extract(epoch from ${at}) * 1000)::bigint >> ${place * 5} & 31)::int + 1, 1)`;
  return Array.from({ length: 10 }, (_, index) => digit(9 - index)).join(' || ');
};

const pick = (list, by) =>
  `(array[${list.map((one) => `'${one}'`).join(', ')}])[1 + (${by}) % ${list.length}]`;

const firstNames = [
  'Amina',
  'Bello',
  'Chidi',
  'Danladi',
  'Efe',
  'Fatima',
  'Garba',
  'Halima',
  'Ibrahim',
  'Jummai',
  'Kelechi',
  'Ladi',
  'Musa',
  'Ngozi',
  'Obinna',
  'Patience',
  'Rabiu',
  'Sani',
  'Tunde',
  'Uche',
];
const lastNames = [
  'Abubakar',
  'Balogun',
  'Chukwu',
  'Dogo',
  'Eze',
  'Folarin',
  'Gambo',
  'Haruna',
  'Idris',
  'Jatau',
  'Kure',
  'Lawal',
  'Mohammed',
  'Nwosu',
  'Okafor',
  'Pam',
  'Salisu',
  'Tanko',
  'Umar',
  'Yakubu',
  'Zubairu',
];
const kaduna = [
  'Birnin Gwari',
  'Chikun',
  'Giwa',
  'Igabi',
  'Ikara',
  'Jaba',
  'Kachia',
  'Kaduna North',
  'Kaduna South',
  'Kagarko',
  'Kajuru',
  'Kaura',
  'Kauru',
  'Kubau',
  'Kudan',
  'Lere',
  'Makarfi',
  'Sabon Gari',
  'Sanga',
  'Soba',
  'Zangon Kataf',
  'Zaria',
];
const others = [
  ['Ogun', 'Ifo'],
  ['Ogun', 'Sagamu'],
  ['Lagos FRSC', 'Ikeja'],
  ['Lagos FRSC', 'Epe'],
  ['Abuja FRSC', 'Bwari'],
  ['Abuja FRSC', 'Kuje'],
];

/** The statements that make the bookings from `from` to `until` of `count`, oldest first. */
function batch(from, until, count, trail) {
  // A number that looks drawn by chance, and is the same each time.
  const drawn = (salt) => `(hashint8extended(n, ${salt}) & 2147483647)`;
  const range = `generate_series(${from}::bigint, ${until - 1}) as n`;
  return [
    `create temporary table made on commit preserve rows as
     select n, at, ${ulidTime('at')} || upper(substr(md5(n::text), 1, 16)) as id,
       case when place < 60 then 'Kaduna' else ${pick(
         others.map(([organisation]) => organisation),
         'place',
       )} end as organisation,
       case when place < 60 then ${pick(kaduna, 'officer')} else ${pick(
         others.map(([, zone]) => zone),
         'place',
       )} end as zone,
       ${pick(firstNames, drawn(3))} || ' ' || ${pick(lastNames, drawn(4))} as name,
       '080' || lpad((${drawn(5)} % 100000000)::text, 8, '0') as phone,
       chr(65 + (${drawn(6)} % 26)::int) || chr(65 + (${drawn(7)} % 26)::int) || chr(65 + (${drawn(8)} % 26)::int)
         || '-' || lpad((${drawn(9)} % 1000)::text, 3, '0')
         || chr(65 + (${drawn(10)} % 26)::int) || chr(65 + (${drawn(11)} % 26)::int) as plate,
       'officer-' || officer as officer,
       ${pick(['Private', 'Commercial', 'Motorcycle', 'Truck'], drawn(13))} as vehicle_type,
       1 + ${drawn(14)} % 2 as lines, ${drawn(15)} as offence, ${drawn(17)} as issuing,
       case when fate < 1 then 'withdrawn'
            when fate < 10 and at > now() - interval '400 days' or fate < 4 then 'unpaid'
            when fate < 15 then 'paid' else 'completed' end as list
     from (
       select n, now() - interval '${days} days' * (1 - n::float8 / ${count}) as at,
         -- An officer has a zone, and stands in for a colleague elsewhere once in twenty bookings.
         case when ${drawn(2)} % 20 = 0 then ${drawn(1)} else officer end % 100 as place,
         officer, ${drawn(16)} % 100 as fate
       from ${range}
       cross join lateral (select ${drawn(12)} % 500 as officer) as made_by
     ) as drawn`,
    `insert into bookings (id, body_hash, organisation, zone, demo, created_at, created_by, license, name,
       phone_no, dob, email, phone_two, height, gender, address, registration, color, make, model,
       vehicle_type, vehicle_body, fuel_type, origin, vehicle_year, capacity, vin, pin, team, location,
       notes, eo_code, beat_code, confiscations, position_lat, position_lng, position_accuracy,
       price_kobo, bill_ref, bill_gateway, bill_asked_at, paid, completed, completed_at, completed_by,
       ticket_code, withdrawn_at, withdrawn_by, withdrawn_reason)
     select id, md5(id), organisation, zone, false, at, officer,
       substr(zone, 1, 3) || lpad((offence % 100000)::text, 5, '0')
         || chr(65 + (issuing % 26)::int) || chr(65 + (issuing / 26 % 26)::int)
         || lpad((issuing / 676 % 30)::text, 2, '0'), name, phone, null, '', '',
       '1.70', 'Male', '14 Ahmadu Bello Way, ' || zone, plate, 'Blue', 'Toyota', 'Corolla', vehicle_type,
       'Saloon', 'Petrol', 'Private', '2014', '5', '', '', 'Team ' || offence % 9, 'Junction ' || offence % 300,
       '', 'EO' || offence % 99, 'B' || offence % 40, '{}',
       case when n % 3 > 0 then 10.4 + (offence % 1000) / 5000.0 end,
       case when n % 3 > 0 then 7.3 + (offence % 997) / 5000.0 end, case when n % 3 > 0 then 12 end,
       lines * 500000, '4' || lpad(n::text, 11, '0'), 'PayKaduna', at, list in ('paid', 'completed'),
       list = 'completed', case when list = 'completed' then at + interval '2 days' end,
       case when list = 'completed' then officer end, upper(substr(md5('t' || n), 1, 18)),
       case when list = 'withdrawn' then at + interval '1 day' end,
       case when list = 'withdrawn' then 'officer-' || (substr(officer, 9)::int + 1) % 500 end,
       case when list = 'withdrawn' then 'Booked twice' end
     from made`,
    `insert into booking_offences (booking_id, line, offence_id, code, name, penalty, amount_kobo,
       mdas_id, organisation, zone, demo, booked_at)
     select id, line, 'LGC-' || lpad((1 + (offence + line * 7) % 37)::text, 2, '0'), '120205' || lpad((1 + (offence + line * 7) % 37)::text, 2, '0'),
       'Offence ' || 1 + (offence + line * 7) % 37, '5,000', 500000, 1, organisation, zone, false, at
     from made, generate_series(1, lines) as line`,
    `insert into payments (id, booking_id, kind, gateway, bill_ref, amount_kobo, receipt, confirmed_at,
       organisation, zone)
     select id, id, 'gateway', 'PayKaduna', '4' || lpad(n::text, 11, '0'), lines * 500000,
       '9' || lpad(n::text, 11, '0'), at + interval '1 day', organisation, zone
     from made where list in ('paid', 'completed')`,
    `insert into booking_search (booking_id, organisation, zone, demo, list, created_at, created_by,
       vehicle_type, price_kobo, offences, text)
     select made.id, made.organisation, made.zone, false, made.list, made.at, made.officer,
       made.vehicle_type, lines * 500000,
       array(select distinct 'LGC-' || lpad((1 + (offence + line * 7) % 37)::text, 2, '0') from generate_series(1, lines) as line),
       search_text_of(bookings)
     from made join bookings on bookings.id = made.id`,
    `insert into waiting_search
     select booking_search.* from booking_search join made on made.id = booking_id
     where made.list in ('unpaid', 'paid')`,
    trail &&
      `insert into audit (record_type, record_id, number, event, actor_id, actor_role, address, at, before,
       after, salt, digest, previous_hash, hash)
     select 'booking', id, number, event, officer, 'booking officer', '10.0.0.1',
       least(now(), at + (number - 1) * interval '1 day'), null,
       jsonb_build_object('_id', id, 'name', name, 'registration', plate, 'phoneNo', phone, 'zone', zone,
         'organisation', organisation, 'price', lines * 5000),
       md5(id || number), sha, case when number = 1 then '' else sha end, sha
     from made, lateral (values (1, 'booking.made'), (2, 'booking.billed'), (3, 'booking.paid'),
         (4, 'booking.cleared')) as happened (number, event),
       lateral (select encode(sha256((id || number)::bytea), 'hex') as sha) as hashed
     where number <= case list when 'completed' then 4 when 'paid' then 3 else 2 end`,
    'drop table made',
  ].filter(Boolean);
}
