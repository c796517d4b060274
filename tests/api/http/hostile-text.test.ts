import fc from 'fast-check';
import { expect } from 'vitest';
import { listBookings, readBooking } from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { asSeen } from '#contract/text.ts';
import { draws } from '#tests/support/draws.ts';
import { aBooking } from '#tests/support/factories.ts';
import { booked, bookedWithBill } from '#tests/support/journey.ts';
import { test } from '#tests/support/scene.ts';

const hostile = [
  "Robert'); DROP TABLE bookings; --",
  "' OR '1'='1",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '${7*7} #{7*7} <%= 7*7 %>',
  '=HYPERLINK("http://example.com")',
  '../../etc/passwd',
  '\\u0000 \\x00 %00',
  'Ṣọlá Ẹ̀gbà ƙarfi 日本語 😀',
];

test.for(hostile)('%s is stored and given back literally', async (text, { officer }) => {
  const fields = {
    name: text,
    address: text,
    notes: text,
    location: text,
    make: text.slice(0, 60),
  };
  const { _id } = await booked(officer, fields);
  const { data } = await officer.ok(readBooking, { params: { id: _id } });
  expect(data).toMatchObject(fields);
  const search = await officer.ok(listBookings, { query: { _searchname: text } });
  expect(search.data.map(({ name }) => name)).toEqual([text]);
});

test('an answer is JSON that no browser takes for a page', async ({ app }) => {
  const response = await fetch(`${app.url}/api/v1/<script>alert(1)</script>`);
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await response.text()).not.toContain('script');
});

test('a driver of any name gets a bill', async ({ officer }) => {
  for (const name of ['X', '日本語', "O'Brien & Sons <b>", 'one two three four five']) {
    const { billRef } = await bookedWithBill(officer, { name });
    expect(billRef).toMatch(/^\d{12}$/);
  }
});

test('text loses the spaces around it, and plates and licences gain capitals', async ({
  officer,
}) => {
  const { data } = await officer.ok(createBooking, {
    body: aBooking({
      name: '  Musa Danladi ',
      registration: ' abc  123 de ',
      license: 'kad1\t2',
      email: ' Musa@Example.COM ',
    }),
  });
  expect(data).toMatchObject({
    name: 'Musa Danladi',
    registration: 'ABC 123 DE',
    license: 'KAD1 2',
    email: 'musa@example.com',
  });
});

test('any readable text comes back as it was sent, without the spaces around it and signs that nobody sees', async ({
  officer,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (text) => {
      const answer = await officer.call(createBooking, { body: aBooking({ notes: text }) });
      if (answer.ok) expect(answer.body.data.notes).toBe(asSeen(text).trim());
      else expect(answer.status).toBe(400);
    }),
    draws(24),
  );
});

test('any position on earth comes back as it was sent', async ({ officer }) => {
  const position = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
    accuracy: fc.double({ min: 0, max: 1_000_000, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(position, async (sent) => {
      const { data } = await officer.ok(createBooking, { body: aBooking({ position: sent }) });
      // JSON writes no negative zero. Where it lies outside the state is said beside it.
      expect(data.position).toMatchObject(JSON.parse(JSON.stringify(sent)));
    }),
    draws(24),
  );
});

test('any JSON at all is a booking or a 400, never an error of the server', async ({ officer }) => {
  const shape = fc.record(
    {
      ...Object.fromEntries(Object.keys(aBooking()).map((key) => [key, fc.jsonValue()])),
      position: fc.jsonValue(),
      confiscations: fc.jsonValue(),
      dob: fc.oneof(
        fc.jsonValue(),
        fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
      ),
      _id: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(shape, fc.boolean(), async (odd, mostlyValid) => {
      const body = mostlyValid ? { ...aBooking(), ...odd } : odd;
      const { status } = await officer.call(createBooking, { body });
      expect([200, 201, 400, 409]).toContain(status);
    }),
    draws(48),
  );
});
