import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listActivities } from '#contract/activities.ts';
import { listMistakes } from '#contract/booking-corrections.ts';
import { type Booking, listBookings, readBooking } from '#contract/bookings.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { disputeRegister } from '#contract/modules/after-ticket/disputes.ts';
import { type Hold, holdRegister } from '#contract/modules/after-ticket/holds.ts';
import { messageRegister, readOptOut } from '#contract/modules/after-ticket/messages.ts';
import { obligationRegister, type Obligation } from '#contract/modules/after-ticket/obligations.ts';
import { readBill } from '#contract/payments.ts';
import { isLook, roles } from '#contract/roles.ts';
import { answersNothing } from './support/answers.ts';
import type { FakeServer } from './support/fake-server.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aList, anAnswer } from './support/records.ts';
import { amina, pageOf } from './support/rows.ts';

const at = '2026-11-20T10:00:00.000Z';
/** Everything that can follow a ticket is open on it, and waits for somebody else. */
const booking: Booking = aBooking({
  name: 'Danjuma Audu',
  createdAt: at,
  correctedAt: at,
  version: 2,
  shownVersion: 1,
  billRef: 'BILL-1',
  dueDay: '2026-11-30',
  offence: [
    {
      id: 'LGC-19',
      name: 'Using a phone',
      penalty: 'Driver training; Effect repairs',
      amount: 5_000,
      code: '',
      mdasId: null,
    },
  ],
});
const { _id: id } = booking;

const obligation = (place: number, state: Obligation['state']): Obligation => ({
  id: `${id} ${place}`,
  booking: id,
  place,
  kind: 'training',
  words: `Driver training ${place}`,
  offence: 'LGC-01',
  plate: 'KTN-482AB',
  organisation: 'Kaduna',
  zone: 'Zaria',
  state,
  dueDay: '2026-12-01',
  reason: 'Asked for.',
  issuedBy: amina,
  by: amina,
  at,
  waivedBy: null,
  waivedAt: null,
});
const hold: Hold = {
  id: 'H1',
  booking: id,
  plate: 'KTN-482AB',
  organisation: 'Kaduna',
  zone: 'Zaria',
  state: 'in force',
  forWhom: 'High Court 4',
  reason: 'Suit KDH/412.',
  until: null,
  by: amina,
  at,
  lifted: null,
};

function answersAll(server: FakeServer): void {
  answersNothing(server);
  server.answer(listBookings, () => ({ ...aList(booking), sum: booking.price }));
  server.answer(readBooking, () => anAnswer(booking));
  server.answer(readBill, () =>
    anAnswer({ is: 'made' as const, billRef: 'BILL-1', gateway: true, matter: null }),
  );
  server.answer(obligationRegister.list, ({ query }) =>
    pageOf([obligation(1, 'open'), obligation(2, 'waiver asked')], query),
  );
  server.answer(holdRegister.list, ({ query }) => pageOf([hold], query));
  server.answer(disputeRegister.list, ({ query }) =>
    pageOf(
      [
        {
          id,
          state: 'open' as const,
          ground: 'sign' as const,
          words: 'It lay there.',
          phone: '',
          plate: 'KTN-482AB',
          organisation: 'Kaduna' as const,
          zone: 'Zaria',
          price: 5_000,
          officer: amina,
          receivedAt: at,
          answerDue: '2026-12-20',
          dueDay: '2026-11-30',
          answer: '',
          answeredBy: null,
          answeredAt: null,
          confirmedBy: null,
          upholding: null,
          fromStaff: false,
          pictures: [],
          documents: [],
        },
      ],
      query,
    ),
  );
  server.answer(listMistakes, () =>
    anAnswer([
      {
        id: 'M1',
        booking: id,
        reason: 'It is ABD.',
        by: amina,
        at,
        outcome: null,
        answer: '',
        decidedBy: null,
        decidedAt: null,
      },
    ]),
  );
  server.answer(messageRegister.list, ({ query }) => pageOf([], query));
  server.answer(readOptOut, () => anAnswer({ optedOut: false }));
}

const changes = Object.values<Endpoint>(endpoints).filter(({ method }) => method !== 'GET');
const changed = (server: FakeServer) =>
  changes.filter((endpoint) => server.calls(endpoint).length > 0).map(({ path }) => path);

/** Presses every button that stands in the popup or appears in it, and answers their names. */
async function pressAll(detail: HTMLElement): Promise<string[]> {
  const pressed = new Set<Element>();
  const names: string[] = [];
  for (;;) {
    const next = within(detail)
      .queryAllByRole('button')
      .find((one) => !pressed.has(one) && one.getAttribute('aria-label') !== 'Close');
    if (!next) return names;
    pressed.add(next);
    names.push(next.getAttribute('aria-label') ?? next.textContent);
    fireEvent.click(next);
    // What it fetches or opens stands there by then.
    await screen.findAllByRole('dialog');
  }
}

test.each(roles)(
  '72b: what the %s opens from the feed changes nothing, whatever is pressed in it',
  async (role) => {
    const { server, user } = openApp('/', role, answersAll);
    const feed = within(await screen.findByRole('list', { name: 'Live feed' }));
    await user.click(await feed.findByRole('button'));
    const detail = await screen.findByRole('dialog', { name: 'Danjuma' });
    await within(detail).findByText(/^Waiver to confirm/);
    // Parts come one by one; the last of them is there then.
    if (role === 'state admin') await within(detail).findByText('Messages');
    const before = changed(server);
    const names = await pressAll(detail);
    const looks = /^(Copy|History|Messages|More|Seen by|\d)/;
    expect(names.filter((name) => !looks.test(name))).toEqual([]);
    expect(within(detail).queryAllByRole('textbox')).toEqual([]);
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(changed(server)).toEqual(before);
  },
);

test('Recent Activities opens a booking to be looked at alone', async () => {
  const { user } = openApp('/', 'state admin', (server) => {
    answersAll(server);
    const activity = {
      id: 'A1',
      at,
      event: 'booking.created',
      who: 'Amina Bello',
      did: 'booked',
      what: 'KTN-482AB',
      detail: '₦5,000, Zaria',
      record: { type: 'booking' as const, id },
    };
    server.answer(listActivities, () => aList(activity));
  });
  const list = within(await screen.findByRole('list', { name: 'Recent Activities' }));
  await user.click((await list.findAllByRole('button'))[0] ?? document.body);
  const detail = within(await screen.findByRole('dialog', { name: 'Danjuma' }));
  await detail.findByText(/^Waiver to confirm/);
  const ends = /^(Mark as done|Ask to waive it)/;
  await waitFor(() => expect(detail.queryByRole('button', { name: ends })).toBeNull());
});

test('a permission that begins with “see” is of calls that change nothing', () => {
  const wrong = changes.filter(({ permission }) => isLook(permission)).map(({ path }) => path);
  expect(wrong).toEqual([]);
});
