import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import type { AccountState } from '#contract/places.ts';
import { foldFigures } from '#server/figures/fold.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officers: readonly string[];
let superiorId: string;

beforeAll(async () => {
  app = await startTestApp();
  const [one, other, superior] = [
    await makeAccount(app.db, 'booking officer'),
    await makeAccount(app.db, 'booking officer'),
    await makeAccount(app.db, 'state admin'),
  ];
  officers = [one.id, other.id];
  superiorId = superior.id;
});
afterAll(() => app.stop());

const callerOf = async (state: AccountState | null, zone: string | null = null): Promise<Client> =>
  signedIn(app.url, (await makeAccount(app.db, 'state admin', { state, zone })).email);

const become = {
  unpaid: () => Promise.resolve(),
  paid: (id: string) => markPaid(app.db, id),
  completed: async (id: string) => {
    await markPaid(app.db, id);
    await sql`update bookings set completed = true, completed_at = now(), completed_by = ${superiorId}
      where id = ${id}`.execute(app.db);
  },
  withdrawn: (id: string) =>
    sql`update bookings set withdrawn_at = now(), withdrawn_by = ${superiorId},
      withdrawn_reason = 'Booked twice' where id = ${id}`.execute(app.db),
} as const;

const made = fc.record({
  officer: fc.integer({ min: 0, max: 1 }),
  place: fc.constantFrom(
    { organisation: 'Kaduna', zone: 'Zaria' },
    { organisation: 'Kaduna', zone: 'Chikun' },
    { organisation: 'Ogun', zone: 'Ifo' },
  ),
  daysAgo: fc.integer({ min: 0, max: 400 }),
  price_kobo: fc.integer({ min: 1, max: 50 }).map((thousands) => thousands * 100_000),
  fate: fc.constantFrom(...(Object.keys(become) as (keyof typeof become)[])),
  fold: fc.boolean(),
});

const lists = [
  { query: {}, holds: ['unpaid', 'paid', 'completed', 'withdrawn'] },
  { query: { withdrawn: 'false' }, holds: ['unpaid', 'paid', 'completed'] },
  { query: { withdrawn: 'true' }, holds: ['withdrawn'] },
  { query: { _boolpaid: 'false' }, holds: ['unpaid'] },
  { query: { _boolpaid: 'true', _boolcompleted: 'false' }, holds: ['paid'] },
  { query: { _boolcompleted: 'true' }, holds: ['completed'] },
] as const;

test('number, sum and every page of an officer’s list are those of its bookings, folded or not', async () => {
  const drawn = fc.sample(made, { numRuns: 150, seed: 7 });
  const stored: { id: string; of: (typeof drawn)[number] }[] = [];
  for (const of of drawn) {
    const id = await storeBooking(app.db, officers[of.officer] ?? '', {
      ...of.place,
      price_kobo: of.price_kobo,
      created_at: new Date(Date.now() - of.daysAgo * 86_400_000),
    });
    await become[of.fate](id);
    stored.push({ id, of });
    if (of.fold) await foldFigures(app.db, 1);
  }
  const { rows } = await sql<{ id: string }>`
    select id from bookings order by created_at desc, id desc`.execute(app.db);
  const place = new Map(rows.map(({ id }, index) => [id, index]));
  stored.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));

  const callers = [
    { client: await callerOf(null), sees: () => true },
    { client: await callerOf('Kaduna'), sees: (org: string) => org === 'Kaduna' },
    {
      client: await callerOf('Kaduna', 'Zaria'),
      sees: (_org: string, zone: string) => zone === 'Zaria',
    },
  ];
  for (const { client, sees } of callers)
    for (const { query, holds } of lists)
      for (const [number, bookedBy] of officers.entries()) {
        const wanted = stored.filter(
          ({ of }) =>
            of.officer === number &&
            sees(of.place.organisation, of.place.zone) &&
            holds.some((list) => list === of.fate),
        );
        const pages = Math.ceil(wanted.length / 10);
        const sum = wanted.reduce((kobo, { of }) => kobo + of.price_kobo, 0) / 100;
        for (let page = 1; page <= pages + 1; page += 1) {
          const asked = { ...query, bookedBy, page: String(page) };
          const answer = await client.ok(listBookings, { query: asked });
          expect(answer, JSON.stringify(asked)).toMatchObject({ total: wanted.length, sum });
          expect(
            answer.data.map(({ _id }) => _id),
            JSON.stringify(asked),
          ).toEqual(wanted.slice((page - 1) * 10, page * 10).map(({ id }) => id));
        }
      }
});
