import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grounds } from '#contract/modules/after-ticket/disputes.ts';
import { checkBooking } from '#contract/payments.ts';
import { verifyAudit } from '#server/trail.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { sendForm } from '#tests/support/disputes.ts';
import { billed, booked, payOnline } from '#tests/support/journey.ts';
import { keyOf } from '#tests/support/objections.ts';
import { makePerson } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

// A long run by hand: npm run proofs -- fuzz 50000
const count = Number(process.env['FUZZ'] ?? 300);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
const atOnce = 4;

let app: TestApp;
let codes: readonly string[];
let keys: ReadonlyMap<string, string>;
let picture: Blob;

const secret = { name: 'Zubairu Kaura', address: '31 Hidden Close', phoneNo: '0803 555 7788' };

beforeAll(async () => {
  app = await startTestApp();
  const officer = await makePerson(app, 'booking officer');
  const tickets = await Promise.all([1, 2, 3].map(() => booked(officer, secret)));
  const [, disputed, paid] = tickets;
  codes = await Promise.all(tickets.map(({ _id }) => ticketCodeOf(app.db, _id)));
  const words = { proof: '7788', ground: 'other', words: 'I was not there.' };
  if (disputed) await sendForm(app, `${codes[1]}/objection`, words);
  if (paid) await payOnline(officer, (await billed(officer, paid._id)).billRef);
  if (paid) await officer.ok(checkBooking, { params: { id: paid._id } });
  keys = new Map(
    await Promise.all(codes.map(async (code) => [code, await keyOf(app, code, '7788')] as const)),
  );
  picture = new Blob([await aPicture()], { type: 'image/jpeg' });
});
afterAll(() => app.stop());

const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '../../etc/passwd',
    "' or 1=1 --",
    '<script>',
    'A'.repeat(5_000),
  ),
);

const asked = fc.record({
  method: fc.constantFrom('GET', 'POST', 'POST', 'PUT'),
  // The last is cut within a sign of two halves.
  code: fc.oneof(
    fc.nat({ max: 2 }),
    fc.constantFrom('7M4QX9T2B6KZ3RWD8H', `${'a'.repeat(59)}😀`),
    strange,
  ),
  part: fc.constantFrom(
    '',
    '/more',
    '/objection',
    '/objection',
    '/objection/copy',
    '/messages',
    '/code',
    '/receipt',
    '/pay',
    '/x',
  ),
  proof: fc.oneof({ weight: 2, arbitrary: fc.constant('7788') }, { weight: 1, arbitrary: strange }),
  fields: fc.array(
    fc.tuple(
      fc.constantFrom('ground', 'words', 'phone', 'stop', 'proof', 'code', 'price', '__proto__'),
      fc.oneof(fc.constantFrom(...Object.keys(grounds), 'yes', 'no', 'I was not there.'), strange),
    ),
    { maxLength: 5 },
  ),
  isWhole: fc.boolean(),
  /** Its page was opened before, so that its files are read. */
  isOpened: fc.boolean(),
  files: fc.array(fc.constantFrom('picture', 'garbage', 'empty'), { maxLength: 5 }),
  as: fc.constantFrom(
    'form',
    'form',
    'form',
    'application/json',
    'text/plain',
    'multipart/form-data',
  ),
});
type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never;

function bodyOf({ method, proof, fields, isWhole, files, as }: Asked): RequestInit {
  if (method === 'GET') return { method };
  if (as !== 'form')
    return { method, headers: { 'content-type': as }, body: JSON.stringify({ proof, fields }) };
  const form = new FormData();
  form.append('proof', proof.toWellFormed());
  const whole = isWhole
    ? [['ground', 'other'] as const, ['words', 'I was not there.'] as const]
    : [];
  for (const [name, value] of [...whole, ...fields]) form.append(name, value.toWellFormed());
  for (const file of files)
    form.append(
      'pictures',
      file === 'picture' ? picture : new Blob([file === 'empty' ? '' : 'no picture']),
      'a.jpg',
    );
  return { method, body: form };
}

/** What is wrong with an answer of the public page; undefined where nothing is. */
async function troubleWith(one: Asked): Promise<string | undefined> {
  const known = typeof one.code === 'number' ? codes[one.code] : undefined;
  const code = encodeURIComponent(String(known ?? one.code).toWellFormed());
  const key = one.isOpened && known !== undefined ? keys.get(known) : '';
  const response = await fetch(`${app.url}/t/${code}${one.part}${key}`, {
    ...bodyOf(one),
    redirect: 'manual',
  });
  const body = await response.text();
  const { status, headers } = response;
  if (status >= 500 && !(status === 503 && one.part === '/pay')) return `${status}: ${body}`;
  for (const value of Object.values(secret))
    if (body.includes(value)) return `${status} says ${value}`;
  if (!headers.get('content-type')?.startsWith('text/html')) return undefined;
  if (Buffer.byteLength(body) > 20_000) return `${body.length} bytes`;
  if (/<script(?! type="module">for\(const b)/.test(body)) return `a script: ${body}`;
  return undefined;
}

test(`${count} strange requests to a ticket's page (seed ${seed}) get a page that gives nobody away`, async () => {
  const troubles: unknown[] = [];
  const next = fc.sample(asked, { numRuns: count, seed }).entries();
  const work = async () => {
    for (const [number, one] of next) {
      // Limits of attempts have tests of their own.
      if (number % 10 === 0) await app.owner.deleteFrom('attempts').execute();
      const trouble = await troubleWith(one);
      if (trouble) troubles.push({ trouble, one });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(troubles.slice(0, 3)).toEqual([]);
  expect((await verifyAudit(app.owner)).findings).toEqual([]);
  const onPaid = await app.db
    .selectFrom('disputes')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('booking_id')
    .where('paid', '=', true)
    .execute();
  expect(onPaid).toEqual([]);
}, 3_600_000);
