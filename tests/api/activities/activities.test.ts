import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActivities } from '#contract/activities.ts';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { checkBooking, sweepBookings } from '#contract/payments.ts';
import { startPayment } from '#contract/payments.ts';
import type { Role } from '#contract/roles.ts';
import { pruneActivities } from '#server/features/activities/commands.ts';
import { shownEvents } from '#server/features/activities/rules.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Change } from '#server/features/audit/rules.ts';
import { system } from '#server/http/caller.ts';
import { asGuest, type Client, signedIn } from '#tests/support/client.ts';
import { aBooking, asOwner, makeAccount } from '#tests/support/factories.ts';
import { booked, bookedWithBill, payAtGateway } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let officerId: string;

/** An account whose making is no activity. */
async function quietly(...account: Parameters<typeof makeAccount>) {
  const made = await makeAccount(...account);
  await asOwner(
    app,
    `delete from activities using audit
     where audit.id = activities.audit_id and audit.record_id = $1`,
    [made.id],
  );
  return made;
}

beforeAll(async () => {
  app = await startTestApp();
  const { id, email } = await quietly(app.db, 'booking officer');
  officerId = id;
  officer = await signedIn(app.url, email);
});
afterAll(() => app.stop());

const somebody = async (role: Exclude<Role, 'guest'>, place = {}) =>
  signedIn(app.url, (await quietly(app.db, role, place)).email);

const activities = (client: Client, query: Record<string, string> = {}) =>
  client.ok(listActivities, { query });

const linesOf = async (client: Client, query: Record<string, string> = {}) =>
  (await activities(client, query)).data.map(({ who, did, what, detail }) =>
    [who, did, what, detail].join('|'),
  );

describe('the sentences', () => {
  test('tell from the newest on what was booked, paid and cleared, without checks, sign-ins and sweeps', async () => {
    const head = await somebody('zonal head');
    const { _id: id, billRef } = await bookedWithBill(officer);
    const { url } = await officer.ok(startPayment, { body: { billRef } });
    await officer.ok(checkBooking, { params: { id } });
    await payAtGateway(url);
    await officer.ok(checkBooking, { params: { id } });
    await head.ok(clearVehicle, { params: { id }, body: { completed: true } });
    await head.ok(sweepBookings);
    const { data, total } = await activities(head);
    expect(data.map(({ event }) => event)).toEqual([
      'booking.cleared',
      'booking.paid',
      'booking.made',
    ]);
    expect(total).toBe(3);
    expect(data[0]).toMatchObject({ record: { type: 'booking', id } });
    expect(await linesOf(head)).toEqual([
      'Amina Sule|cleared|ABC-123DE|vehicle released',
      'Payment confirmed|for|ABC-123DE|₦12,000, checked by Amina Sule',
      'Amina Sule|booked|ABC-123DE|₦12,000, Zaria',
    ]);
  });

  test('name a vehicle without a plate by the reference, and never its driver', async () => {
    const driver = { name: 'Ngozi Okonkwo', license: 'LIC77 12345', phoneNo: '0900 555 0199' };
    const body = { ...driver, registration: '', address: '9 Hidden Close' };
    const { _id: id } = await booked(officer, body);
    const { data } = await activities(officer);
    expect(data[0]).toMatchObject({ did: 'booked', what: id.slice(10) });
    const told = JSON.stringify(data);
    for (const secret of [...Object.values(driver), '9 Hidden Close', aBooking().name])
      expect(told).not.toContain(secret);
  });

  test('tell of collisions and of accounts', async () => {
    const collision = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    await asOwner(
      app,
      `insert into collisions (id, body_hash, organisation, zone, created_by, team, location,
         description, cars, injuries, fatalities, notes, search_text)
       values ($1, 'x', 'Kaduna', 'Zaria', $2, '', 'Kwangila', '', 2, 1, 0, '', '')`,
      [collision, officerId],
    );
    const { id: added } = await makeAccount(app.db, 'booking officer', { zone: 'Soba' });
    const write = (
      change: Pick<Change, 'event' | 'id'>,
      record: Change['record'],
      by = officerId,
    ) =>
      app.db.transaction().execute((trx) =>
        writeAudit(trx, by === '' ? system : { id: by, role: 'state admin', address: '' }, {
          before: null,
          after: null,
          ...change,
          record,
        }),
      );
    await write({ event: 'user.added', id: added }, 'user');
    await write({ event: 'user.registered', id: officerId }, 'user', '');
    await write({ event: 'collision.recorded', id: collision }, 'collision');
    expect((await linesOf(officer)).slice(0, 3)).toEqual([
      'Amina Sule|recorded a collision||Kwangila, 2 vehicles, 1 injury',
      'Hanya|added|Amina Sule|booking officer, Hq',
      'Amina Sule|added|Amina Sule|booking officer, Soba',
    ]);
  });
});

describe('everybody reads of what lies in their scope', () => {
  test('in their organisation and zone, in the chosen one, and a guest of demo records', async () => {
    const whats = async (client: Client, query = {}) =>
      (await activities(client, query)).data.map(({ what }) => what);
    const everywhere = await somebody('state admin', { state: null });
    const book = (organisation: 'Ogun' | 'Lagos FRSC', zone: string, registration: string) =>
      somebody('booking officer', { state: null }).then((client) =>
        booked(client, { organisation, zone, registration }),
      );
    await book('Ogun', 'Sagamu', 'SAG-100AA');
    await book('Lagos FRSC', 'Ikeja', 'IKE-100AA');
    const { _id: demo } = await booked(officer, { zone: 'Chikun', registration: 'DEM-100AA' });
    await app.owner.updateTable('bookings').set({ demo: true }).where('id', '=', demo).execute();

    expect(await whats(await somebody('observer', { state: 'Ogun' }))).toEqual(['SAG-100AA']);
    const chikun = await somebody('operator', { zone: 'Chikun' });
    expect(await whats(chikun)).toEqual(['DEM-100AA']);
    expect((await whats(everywhere)).slice(0, 3)).toEqual(['DEM-100AA', 'IKE-100AA', 'SAG-100AA']);
    expect(await whats(everywhere, { organisation: 'Lagos FRSC' })).toEqual(['IKE-100AA']);
    expect(await whats(officer)).not.toContain('SAG-100AA');
    expect(await whats(asGuest(app.url))).toEqual(['DEM-100AA']);
    const refused = await officer.call(listActivities, { query: { organisation: 'Ogun' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'out_of_scope' } });
  });

  test('page by page', async () => {
    const all = await activities(officer, { limit: '100' });
    const pages = [];
    for (let page = 1; page <= Math.ceil(all.total / 2); page += 1)
      pages.push(await activities(officer, { limit: '2', page: String(page) }));
    expect(pages.flatMap(({ data }) => data)).toEqual(all.data);
    expect(pages[0]?.pagination).toEqual({ next: { page: 2, limit: 2 } });
    expect(pages.at(-1)?.pagination.next).toBeUndefined();
    expect(pages.every(({ total }) => total === all.total)).toBe(true);
  });
});

describe('what is kept for the list', () => {
  const keptIn = (zone: string) =>
    app.db
      .selectFrom('activities')
      .selectAll()
      .where('zone', '=', zone)
      .orderBy('at', 'desc')
      .execute();

  test('every event that has a sentence, and no other', async () => {
    const { _id: id } = await booked(officer, { zone: 'Kajuru' });
    const actor = { id: officerId, role: 'booking officer', address: '' } as const;
    for (const event of [...shownEvents, 'booking.checked'] as const)
      await app.db
        .transaction()
        .execute((trx) =>
          writeAudit(trx, actor, { event, record: 'booking', id, before: null, after: null }),
        );
    const ids = (await keptIn('Kajuru')).map(({ audit_id }) => audit_id);
    const told = await app.db.selectFrom('audit').select('event').where('id', 'in', ids).execute();
    expect(told.map(({ event }) => event).toSorted()).toEqual(
      ['booking.made', ...shownEvents].toSorted(),
    );
  });

  test('goes with an account that moves to another zone', async () => {
    const { id } = await quietly(app.db, 'booking officer', { zone: 'Kauru' });
    await app.db.transaction().execute((trx) =>
      writeAudit(trx, system, {
        event: 'user.added',
        record: 'user',
        id,
        before: null,
        after: null,
      }),
    );
    expect(await keptIn('Kauru')).toHaveLength(1);
    await app.db.updateTable('users').set({ zone: 'Lere' }).where('id', '=', id).execute();
    expect(await keptIn('Kauru')).toEqual([]);
    expect(await keptIn('Lere')).toHaveLength(1);
  });

  test('is the newest thousand of a place, and a total goes no further', async () => {
    await asOwner(
      app,
      `insert into activities (organisation, zone, demo, at, audit_id)
       select 'Abuja FRSC', 'Kwali', demo, now() - i * interval '1 minute', 10000000 + i
       from generate_series(1, 1200) as i, (values (true), (false)) as flags (demo)`,
    );
    const head = await somebody('zonal head', { state: 'Abuja', zone: 'Kwali' });
    const last = { limit: '100', page: '10' };
    expect((await activities(head, last)).total).toBe(1_000);
    expect((await activities(head, { limit: '100', page: '11' })).data).toEqual([]);
    const before = await keptIn('Kwali');
    expect(await pruneActivities(app.db)).toBe(400);
    expect(await keptIn('Kwali')).toEqual(before.slice(0, 2_000));
    expect((await activities(head, last)).total).toBe(1_000);
  });
});
