import { ulid } from 'ulid';
import { describe, expect } from 'vitest';
import { exceptionRegister } from '#contract/exceptions.ts';
import { caseRegister } from '#contract/modules/after-ticket/court.ts';
import { disputeRegister } from '#contract/modules/after-ticket/disputes.ts';
import { holdRegister } from '#contract/modules/after-ticket/holds.ts';
import { messageRegister } from '#contract/modules/after-ticket/messages.ts';
import { obligationRegister } from '#contract/modules/after-ticket/obligations.ts';
import { refundRegister } from '#contract/modules/money/refunds.ts';
import type { Register } from '#contract/register.ts';
import { inBatch } from '#tests/support/court.ts';
import { aDispute } from '#tests/support/disputes.ts';
import { raiseOtherAmount } from '#tests/support/exceptions.ts';
import { asOwner } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { aHold } from '#tests/support/holds.ts';
import { booked } from '#tests/support/journey.ts';
import type { Person } from '#tests/support/people.ts';
import { aRefund } from '#tests/support/refunds.ts';
import { test } from '#tests/support/scene.ts';
import type { TestApp } from '#tests/support/test-app.ts';

interface Tried {
  readonly register: Register;
  /** The state in which `put` leaves a record, for a register with states. */
  readonly state?: string;
  /** A record about this ticket. */
  readonly put: (app: TestApp, booking: string, by: string) => Promise<unknown>;
}

const registers: readonly Tried[] = [
  {
    register: holdRegister,
    state: 'in force',
    put: (app, booking, by) => aHold(app, { booking, by }),
  },
  // Every ticket below asks for an impounding.
  { register: obligationRegister, state: 'open', put: () => Promise.resolve() },
  {
    register: disputeRegister,
    state: 'open',
    put: (app, booking) => aDispute(app, { booking }),
  },
  {
    register: caseRegister,
    state: 'draft',
    put: (app, booking, by) => inBatch(app, { booking, by }),
  },
  {
    register: exceptionRegister,
    state: 'open',
    put: (app, booking) => raiseOtherAmount(app.db, booking),
  },
  {
    register: refundRegister,
    state: 'waiting',
    put: (app, booking, by) => aRefund(app, { booking, naira: 1, day: dayFromNow(0), by }),
  },
  {
    register: messageRegister,
    put: (app, booking) =>
      asOwner(
        app,
        `insert into messages (id, booking_id, organisation, zone, demo, purpose, channel, state)
         select $1, id, organisation, zone, demo, 'issued', 'sms', 'delivered'
         from bookings where id = $2`,
        [ulid(), booking],
      ),
  },
];
const withStates = registers.filter(({ state }) => state !== undefined);

let plates = 480;

/** Two tickets with a record each; answers the first. */
async function ticketOf({ put }: Tried, app: TestApp, officer: Person, by: string) {
  const offence = [{ id: 'LGC-01' }];
  plates += 2;
  const [first, other] = [
    await booked(officer, {
      offence,
      registration: `KTU ${plates} AE`,
      name: 'Rabiu Ezenwanyi',
      location: 'Sardauna Crescent',
      zone: 'Zaria',
    }),
    await booked(officer, { offence, registration: `ABC ${plates + 1} XY`, zone: 'Igabi' }),
  ];
  for (const { _id } of [first, other]) await put(app, _id, by);
  return { ...first, plate: `KTU ${plates} AE`, key: plates };
}

const totalOf = async (person: Person, { register }: Tried, query: Record<string, string>) =>
  (await person.ok(register.list, { query })).total;

describe.each(registers)('the register of $register.name', (tried) => {
  const { register, state } = tried;
  const inState: Record<string, string> = state === undefined ? {} : { state };

  test('is searched by plate, name and reference, however they are spelt', async ({
    app,
    officer,
    admin,
  }) => {
    const { _id: id, key } = await ticketOf(tried, app, officer, admin.id);
    const reference = id.slice(10);
    const spellings = [
      `ktu${key}ae`,
      `KTU-${key}-AE`,
      `ktu ${key} ae`,
      reference,
      (reference.match(/.{4}/g) ?? []).join(' '),
      reference.slice(-8).toLowerCase(),
    ];
    for (const search of spellings)
      expect(await totalOf(admin, tried, { ...inState, search }), search).toBe(1);
    expect(await totalOf(admin, tried, { ...inState, search: 'ezenwanyi' })).toBeGreaterThan(0);
    expect(await totalOf(admin, tried, { ...inState, search: 'nobody of this name' })).toBe(0);
    // Streets bear the names of people, who are looked for here.
    expect(await totalOf(admin, tried, { ...inState, search: 'sardauna' })).toBe(0);
    const whole = await totalOf(admin, tried, inState);
    expect(await totalOf(admin, tried, { ...inState, search: '' })).toBe(whole);
    expect(whole).toBeGreaterThan(1);
  });

  test('is taken as a file of what search and filters show', async ({ app, officer, admin }) => {
    const { plate, key } = await ticketOf(tried, app, officer, admin.id);
    const asked = { ...inState, search: `ktu${key}ae`, format: 'csv' } as const;
    const text = String(await admin.ok(register.file, { query: asked }));
    const [, ...rows] = text.trim().split('\n');
    expect(rows).toHaveLength(1);
    expect(text).toContain(plate);
    const written = await app.db
      .selectFrom('audit')
      .select('after')
      .where('event', '=', `${register.name}.exported`)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(written.after).toEqual({
      format: 'csv',
      filters: { ...inState, search: asked.search },
      rows: 1,
    });
  });

  test('refuses a state that it doesn’t have, and a search of more than 100 characters', async ({
    admin,
  }) => {
    for (const query of [{ state: 'nowhere' }, { search: 'x'.repeat(101) }])
      for (const call of [register.list, register.file])
        expect((await admin.call(call, { query: { ...query, format: 'csv' } })).status).toBe(400);
  });
});

describe.each(withStates)('the register of $register.name', (tried) => {
  const { register, state = '' } = tried;

  test('says how many records each state has, as search and filters narrow them', async ({
    app,
    officer,
    admin,
    head,
  }) => {
    const { key } = await ticketOf(tried, app, officer, admin.id);
    for (const query of [{}, { search: `ktu${key}ae` }, { zone: 'Zaria' }]) {
      const { data } = await admin.ok(register.sizes, { query });
      expect(Object.keys(data)).toEqual(Object.keys(register.tabs));
      for (const [name, { total }] of Object.entries(data))
        expect(total, name).toBe(await totalOf(admin, tried, { ...query, state: name }));
    }
    const { data: mine } = await head.ok(register.sizes);
    expect(mine[state]?.total).toBe(await totalOf(admin, tried, { state, zone: 'Zaria' }));
    expect((await head.call(register.sizes, { query: { zone: 'Igabi' } })).status).toBe(403);
  });
});
