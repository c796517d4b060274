import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createBooking } from '#contract/new-bookings.ts';
import {
  bookingServer,
  fillIn,
  officer,
  openForm,
  submitOf,
} from '#tests/screens/support/booking-form.ts';
import { choose, field, isClosed, says } from '#tests/screens/support/form.ts';
import { offences, revenueHeads } from '#tests/screens/support/records.ts';

/** The bodies of the calls that book, as they leave the browser. */
function bodiesSent(): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, request: RequestInit = {}) => {
    if (request.method === 'POST' && address === createBooking.path)
      bodies.push(JSON.parse(request.body as string) as Record<string, unknown>);
    return fetch(address, request);
  });
  return bodies;
}

const shown = (id: string) => {
  const { name, penalty, amount, code } = offences.find((one) => one.id === id) ?? { id };
  const { mdasId = null } = revenueHeads.find((head) => head.revenue_code === code) ?? {};
  return { id, name, penalty, amount, code, mdasId };
};

test.each(['with', 'without'])(
  '261a, 128: a booking is sent with its price and its offences as the form showed them, %s a network',
  async (line) => {
    const { form, server } = await openForm();
    const bodies = bodiesSent();
    if (line === 'without')
      server.answer(createBooking, () => {
        throw new TypeError('The connection broke.');
      });
    fillIn(form);
    fireEvent.click(submitOf(form));
    await says(line === 'with' ? 'Booking added' : 'Stored on this device.');
    if (line === 'without') {
      bookingServer(server);
      fireEvent.pointerMove(window);
      fireEvent(window, new Event('online'));
    }
    await waitFor(() => expect(bodies.length).toBeGreaterThanOrEqual(line === 'with' ? 1 : 2));
    for (const body of bodies) {
      expect(body).toMatchObject({ price: 2_000, offence: [shown('LGC-16')] });
      expect(Object.keys(body)).toEqual(expect.arrayContaining([...fieldsOfABooking]));
      expect(body['capture']).toMatchObject({ toldPrice: 2_000 });
    }
  },
);

/** What section 3 lists of a booking, but for what the server makes of it. */
const fieldsOfABooking = [
  'license',
  'name',
  'phoneNo',
  'dob',
  'email',
  'phoneTwo',
  'height',
  'gender',
  'address',
  'registration',
  'color',
  'make',
  'model',
  'vehicleType',
  'vehicleBody',
  'type',
  'origin',
  'vehicleYear',
  'capacity',
  'vin',
  'pin',
  'zone',
  'team',
  'location',
  'notes',
  'eoCode',
  'beatCode',
  'offence',
  'confiscations',
  'price',
];

test('215d: the zone is not required: left empty by somebody without one it is Hq', async () => {
  const { form, server } = await openForm({ role: 'booking officer', zone: null });
  fillIn(form);
  expect(field(form, 'Zone').placeholder).toBe('Hq');
  expect(form.textContent).not.toContain('Zone missing');
  expect(isClosed(submitOf(form))).toBe(false);
  fireEvent.click(submitOf(form));
  await says('Booking added');
  expect(server.calls(createBooking).map(({ body }) => body.zone)).toEqual(['']);
});

test('215d: a zone that was chosen can be made Hq again', { tags: 'night' }, async () => {
  const { form, server } = await openForm({ role: 'booking officer', zone: null });
  fillIn(form);
  await choose(form, 'Zone', 'Zaria');
  await choose(form, 'Zone', 'Hq');
  fireEvent.click(submitOf(form));
  await says('Booking added');
  expect(server.calls(createBooking).map(({ body }) => body.zone)).toEqual(['Hq']);
});

test('215d: somebody of a zone books in it without being asked', async () => {
  const { form, server } = await openForm(officer);
  expect(within(form).queryByRole('combobox', { name: /^Zone/ })).toBeNull();
  fillIn(form);
  fireEvent.click(submitOf(form));
  await says('Booking added');
  expect(server.calls(createBooking).map(({ body }) => body.zone)).toEqual([officer.zone]);
});
