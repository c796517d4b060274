import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listBookingsOf } from '#server/features/bookings/list/list.ts';
import { bookingById } from '#server/features/bookings/queries.ts';
import { foldFigures } from '#server/figures/figures.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { draws } from '#tests/support/draws.ts';
import { makeAccount, markPaid } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import {
  askedBy,
  modelled,
  type Officers,
  type Question,
  questions,
  type Row,
  scopes,
} from './modelled.ts';

// Lists beside a plain model of them: whatever is asked for, the page, the number and the sum are those
// that somebody would get who read all bookings and sorted them by hand.

let app: TestApp;
let officers: Officers;
let superiorId: string;

beforeAll(async () => {
  app = await startTestApp();
  const officer = async () => (await makeAccount(app.db, 'booking officer')).id;
  officers = { '0': await officer(), '1': await officer() };
  superiorId = (await makeAccount(app.db, 'state admin')).id;
});
afterAll(() => app.stop());

const clear = async (id: string) => {
  await markPaid(app.db, id);
  await sql`update bookings set completed = true, completed_at = now(), completed_by = ${superiorId}
    where id = ${id}`.execute(app.db);
};
const fates = {
  unpaid: () => Promise.resolve(),
  paid: (id: string) => markPaid(app.db, id),
  completed: clear,
  withdrawn: (id: string) =>
    sql`update bookings set withdrawn_at = now(), withdrawn_by = ${superiorId},
      withdrawn_reason = 'Booked twice' where id = ${id}`.execute(app.db),
};

const places = [
  { organisation: 'Kaduna', zone: 'Zaria' },
  { organisation: 'Kaduna', zone: 'Chikun' },
  { organisation: 'Ogun', zone: 'Ifo' },
] as const;

/** Half of them within four days, and some in the hour in which Lagos has another day than UTC. */
const moments = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 400, max: 407 })),
    fc.integer({ min: 0, max: 47 }),
  )
  .map(([day, half]) => new Date(Date.UTC(2022, 11, 20) + (day * 48 + half) * 1_800_000));

const made = fc.record({
  officer: fc.constantFrom('0', '1'),
  place: fc.constantFrom(...places),
  created_at: moments,
  price_kobo: fc.integer({ min: 1, max: 6 }).map((thousands) => thousands * 100_000),
  name: fc.constantFrom('Ọlá Bello', 'Amina Bello', 'amina Chidi', 'Àṣàkẹ́ Musa', 'Ɓala Danladi'),
  registration: fc.constantFrom('', 'AAA-111AA', 'bbb-222BB', 'CCC-333CC'),
  vehicle_type: fc.constantFrom('Private', 'Commercial', ''),
  fate: fc.constantFrom(...(Object.keys(fates) as (keyof typeof fates)[])),
  fold: fc.boolean(),
});

async function store(count: number, seed: number, fold?: boolean): Promise<void> {
  for (const drawn of fc.sample(made, draws(count, seed))) {
    const { officer, place, fate, fold: folds, ...columns } = drawn;
    const id = await storeBooking(app.db, officers[officer], { ...place, ...columns });
    await fates[fate](id);
    if (fold ?? folds) await foldFigures(app.db, 1);
  }
}

const rowsNow = async (): Promise<Row[]> =>
  (
    await sql<Row>`
      select id, organisation, zone, extract(epoch from created_at)::float8 * 1000 as at,
        price_kobo as kobo, name, registration as plate, vehicle_type as "vehicleType",
        created_by as "bookedBy", list_of(bookings) as list
      from bookings`.execute(app.db)
  ).rows;

const asked = (question: Question) => askedBy(question, officers);

async function answerTo(question: Question, page: number) {
  const caller: Caller = {
    userId: superiorId,
    sessionId: null,
    role: 'state admin',
    name: 'Somebody',
    state: 'Kaduna',
    scope: { ...scopes[question.scope], demo: 'included' },
    demo: false,
    lacksFactor: false,
  };
  // Without any time for it, so short a list is whole all the same.
  const ms = question.isHurried ? 0 : 60_000;
  const source = { db: app.pools.reading, searchMs: ms, narrowMs: ms };
  const query = listBookings.query.parse({ ...asked(question), page: String(page) });
  const outcome = await listBookingsOf(source, caller, query);
  if (outcome instanceof Refusal) throw new Error(outcome.error);
  return listBookings.response.parse(JSON.parse(outcome.answer.text));
}

const pageOf = ({ depth, limit }: Question, total: number) =>
  Math.max(1, Math.ceil((total / limit) * depth));

async function expectModelled(count: number, seed: number): Promise<void> {
  const rows = await rowsNow();
  await fc.assert(
    fc.asyncProperty(questions, async (question) => {
      const wanted = modelled(rows, question, officers);
      const { limit } = question;
      const page = pageOf(question, wanted.length);
      const answer = await answerTo(question, page);
      const skipped = (page - 1) * limit;
      expect(answer.data.map(({ _id }) => _id)).toEqual(
        wanted.slice(skipped, skipped + limit).map(({ id }) => id),
      );
      const kobo = wanted.reduce((sum, row) => sum + row.kobo, 0);
      expect(answer).toMatchObject({ total: wanted.length, sum: kobo / 100 });
      expect(answer.more ?? answer.within).toBeUndefined();
      expect(answer.pagination.next !== undefined).toBe(page * limit < wanted.length);
    }),
    draws(count, seed),
  );
}

test('263d: any list, in any order, has the rows, the number and the sum of its bookings on each page', async () => {
  await store(140, 11);
  await expectModelled(150, 1);
  // None of what comes now is folded, then all of it.
  await store(60, 12, false);
  await expectModelled(120, 2);
  await store(20, 13, true);
  await expectModelled(80, 3);
});

test('a row of a list is the booking that a single reading answers', async () => {
  const [question] = fc.sample(questions, { numRuns: 1, seed: 1 });
  if (question === undefined) throw new Error('No question was drawn.');
  const all = { ...question, scope: 'all', state: { query: {}, holds: [] }, plain: true } as const;
  const { data } = await answerTo({ ...all, from: undefined, to: undefined, limit: 100 }, 1);
  expect(data).toHaveLength(100);
  for (const row of data) expect(row).toEqual(await bookingById(app.db, row._id));
});

test(
  'while bookings are made, paid, withdrawn and folded, number, sum and page of a list are of one moment',
  { tags: 'night' },
  async () => {
    const work = { isDone: false };
    const writers = [21, 22, 23].map((seed) => store(40, seed, false));
    const folding = [1, 2].map(async () => {
      while (!work.isDone) await foldFigures(app.db, 1);
    });
    const written = Promise.all(writers).finally(() => {
      work.isDone = true;
    });
    const narrow = questions.filter(
      ({ plain, state }) => plain || state.query['withdrawn'] === 'true',
    );
    for (const question of fc.sample(narrow, { numRuns: 400, seed: 4 })) {
      if (work.isDone) break;
      const first = await answerTo({ ...question, limit: 100 }, 1);
      const page = pageOf(question, first.total);
      const answer = await answerTo(question, page);
      const { limit } = question;
      const left = Math.max(0, answer.total - (page - 1) * limit);
      expect(answer.count, JSON.stringify(asked(question))).toBe(Math.min(limit, left));
      if (first.total <= 100)
        expect(first.data.reduce((sum, { price }) => sum + price, 0)).toBe(first.sum);
    }
    await Promise.all([written, ...folding]);
    await expectModelled(100, 5);
  },
);
