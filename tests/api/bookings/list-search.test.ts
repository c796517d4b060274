import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { draws } from '#tests/support/draws.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officerId: string;
let officer: Client;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  officer = await signedIn(app.url, account.email);
});
afterAll(() => app.stop());

const found = async (_searchname: string) => {
  const query = { _searchname, limit: '100' };
  return (await officer.ok(listBookings, { query })).data.map(({ _id }) => _id);
};
const foundCollisions = async (_searchfirstName: string) => {
  const query = { _searchfirstName, limit: '100' };
  return (await officer.ok(listCollisions, { query })).data.map(({ _id }) => _id);
};
const store = (changes: Parameters<typeof storeBooking>[2]) =>
  storeBooking(app.db, officerId, changes);

const plates = fc.stringMatching(/^[A-Z0-9]{5,9}$/);

/** A part of a plate as somebody else would write it. */
const respelt = (plate: string) =>
  fc
    .tuple(
      fc.nat(plate.length - 3),
      fc.integer({ min: 3, max: plate.length }),
      fc.array(fc.constantFrom('', '', '', ' ', '-', '–', ' - ', '.', '/'), {
        minLength: plate.length,
        maxLength: plate.length,
      }),
      fc.array(fc.boolean(), { minLength: plate.length, maxLength: plate.length }),
    )
    .map(([from, length, gaps, swaps]) =>
      Array.from(plate.slice(from, from + length))
        .map((sign, index) => `${swaps[index] ? swapped(sign) : sign}${gaps[index] ?? ''}`)
        .join(''),
    );

const twins: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'i' };
const swapped = (sign: string): string => twins[sign] ?? sign.toLowerCase();

const plateAndPart = plates.chain((plate) => fc.tuple(fc.constant(plate), respelt(plate)));

describe('bookings', () => {
  test('any part of a plate finds it, with other gaps, O for 0 and I for 1', async () => {
    await fc.assert(
      fc.asyncProperty(plateAndPart, async ([registration, part]) => {
        const id = await store({ registration });
        expect(await found(part)).toContain(id);
      }),
      draws(24),
    );
  });

  test.each(['KIO-101OI', 'kio 10101', 'K10 101 01', 'k1o/1o1', '0-1010', 'KIO – 101OI'])(
    'the plate KIO-101OI is found as "%s"',
    async (spelt) => {
      const id = await store({ registration: 'KIO-101OI' });
      expect(await found(spelt)).toContain(id);
    },
  );

  test('another plate is not found', async () => {
    const id = await store({ registration: 'QWE-456RT' });
    for (const spelt of ['QWE 457', 'QVE456', '456QWE'])
      expect(await found(spelt), spelt).not.toContain(id);
  });

  test.each([
    '0803 555 0987',
    '08035550987',
    '+234 803 555 0987',
    '2348035550987',
    '00234 (0) 803 555',
    '803-555-0987',
    '5550987',
  ])('a phone is found as "%s", however it was given', async (spelt) => {
    const wanted = [
      await store({ phone_no: '0803 555 0987' }),
      await store({ phone_no: '+234 (0)803-555-0987' }),
      await store({ phone_two: '2348035550987' }),
      await store({ phone_no: '8035550987' }),
    ];
    expect(await found(spelt)).toEqual(expect.arrayContaining(wanted));
  });

  test('a foreign phone keeps its country', async () => {
    const id = await store({ phone_no: '+44 7911 123456' });
    expect(await found('447911')).toContain(id);
    expect(await found('+44 7911 12')).toContain(id);
  });

  test('a licence, a reference with gaps and a bill are found by parts of them', async () => {
    const id = await store({
      license: 'KAD 48271 AA12',
      bill_ref: '400712345678',
      bill_gateway: 'PayKaduna',
    });
    const reference = id.slice(10);
    const shown = reference.match(/.{1,4}/g)?.join(' ') ?? '';
    const spellings = ['kad48271aa', 'KAD-48271', '48271 AA I2', '4007 1234 5678', '712345'];
    for (const spelt of [...spellings, shown, reference.toLowerCase(), shown.slice(2, 15)])
      expect(await found(spelt), spelt).toContain(id);
    expect(await found(shown)).toEqual([id]);
  });

  test('a search of signs alone, or with a sign of no plate, is not a spelling', async () => {
    const id = await store({ registration: 'PLK-902QS', name: 'Musa Danladi' });
    expect(await found('PLK902')).toContain(id);
    for (const spelt of ['PLK_902', 'PLK%902', '%', 'PLK\\902', 'PLK902é', '---', '()'])
      expect(await found(spelt), spelt).not.toContain(id);
  });
});

describe('collisions', () => {
  test('a plate is found in any spelling, among the plates of any vehicle', async () => {
    const { _id } = await recorded(officer, {
      vehicle: [{ plate: 'AAA-000AA' }, { plate: 'ZIO-801KO' }],
    });
    for (const spelt of ['zio801ko', 'Z10 8O1', '10-801', 'ZIO – 80IK0'])
      expect(await foundCollisions(spelt), spelt).toEqual([_id]);
    expect(await foundCollisions('ZIO_801')).toEqual([]);
    expect(await foundCollisions('000AA ZIO')).toEqual([]);
  });

  test('the shown reference is found with gaps', async () => {
    const { _id } = await recorded(officer);
    const shown =
      _id
        .slice(5)
        .match(/.{1,4}/g)
        ?.join(' ') ?? '';
    expect(await foundCollisions(shown)).toEqual([_id]);
    expect(await foundCollisions(shown.toLowerCase())).toEqual([_id]);
  });
});
