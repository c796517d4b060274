import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { exceptionRegister } from '#contract/exceptions.ts';
import { readException, settleException } from '#contract/exceptions.ts';
import { listFees, proposeFee, readFees } from '#contract/fees.ts';
import { lateRecordRegister } from '#contract/late-record-register.ts';
import { decideLateRecord, type LateRecord, readLateRecord } from '#contract/late-records.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { readFactors } from '#contract/second-factor.ts';
import { changePassword, listSessions } from '#contract/security.ts';
import { createUser, updateUser } from '#contract/user-changes.ts';
import { listUsers, type User } from '#contract/users.ts';
import { fillIn, openForm, submitOf } from '#tests/screens/support/booking-form.ts';
import {
  add,
  addEvidence,
  count,
  fillInCollision,
  openCollisionForm,
} from '#tests/screens/support/collision-form.ts';
import { choose, dialog, fill, press } from '#tests/screens/support/form.ts';
import { type OpenApp, openApp } from '#tests/screens/support/open-app.tsx';
import { aList, anAnswer } from '#tests/screens/support/records.ts';
import { aFilm } from '#tests/support/camera-files.ts';

/** What is said in toasts. */
const toasts = () =>
  [...document.querySelectorAll('[aria-label="Messages"] [role="alert"]')]
    .map(({ textContent }) => textContent)
    .join('\n');

/** Toasts stay for a while, across tests of one page. */
const toastsOfBefore = { text: '' };
beforeEach(() => {
  toastsOfBefore.text = toasts();
});

type Refused = Pick<OpenApp, 'server'>;

async function booking(): Promise<Refused> {
  const { form, ...app } = await openForm();
  fillIn(form);
  fill(form, 'Phone number', 'none');
  fireEvent.click(submitOf(form));
  return app;
}

async function collision(): Promise<Refused> {
  const { form, ...app } = await openCollisionForm();
  await fillInCollision(form, 'CRF-202SH');
  fill(form, count('injuries'), '-1');
  await press('Submit', form);
  return app;
}

async function collisionInDoubt(): Promise<Refused> {
  const { form, ...app } = await openCollisionForm();
  await fillInCollision(form, 'CRF-202SH');
  await add(form, 'vehicle');
  fill(form, count('vehicles'), '1');
  await press('Submit', form);
  return app;
}

async function collisionFile(): Promise<Refused> {
  const { form, ...app } = await openCollisionForm();
  addEvidence(form, new File([aFilm()], 'film.jpg', { type: 'image/jpeg' }));
  return app;
}

async function newUser(): Promise<Refused> {
  const app = openApp('/admin', 'state admin', (server) =>
    server.answer(listUsers, () => aList<User>()),
  );
  await press('Add New User');
  const form = await dialog('Add New User');
  const typed = { 'First Name': 'Hauwa', 'Last Name': 'Bello', Email: 'hauwa.bello@example.com' };
  for (const [label, value] of Object.entries(typed)) fill(form, label, value);
  fill(form, 'Password', 'a password for tests');
  fill(form, 'Confirm Password', 'another password');
  await choose(form, 'Role', 'Booking officer');
  await choose(form, 'Zone', 'Hq, all zones');
  await press('Submit', form);
  return app;
}

async function profile(): Promise<Refused> {
  const app = openApp('/profile', 'booking officer');
  await screen.findByRole('button', { name: 'Save Changes' });
  const account = screen.getByRole('region', { name: 'Account' });
  fill(account, 'Phone Number', 'none');
  await press('Save Changes', account);
  return app;
}

async function password(): Promise<Refused> {
  const app = openApp('/security', 'booking officer', (server) => {
    server.answer(listSessions, () => anAnswer([]));
    server.answer(readFactors, () =>
      anAnswer({
        app: false,
        passkeys: [],
        recoveryCodes: 0,
        required: false,
        takesPasskeys: true,
      }),
    );
  });
  const card = await screen.findByRole('region', { name: 'Password' });
  fill(card, 'Current password', 'the one of before');
  fill(card, 'New password', 'four unlike words here');
  fill(card, 'Confirm new password', 'four unlike words');
  await press('Change password', card);
  return app;
}

async function fee(): Promise<Refused> {
  const offence = {
    id: 'LGC-13',
    group: 'LGC' as const,
    name: 'Driving without a licence',
    amount: 5_000,
    penalty: '',
    code: '7713',
    perDay: false,
  };
  const app = openApp('/fees?open=LGC-13', 'state admin', (server) => {
    server.answer(listFees, () => anAnswer([{ offence, next: null, waiting: null }]));
    server.answer(readFees, () => anAnswer({ fees: [], proposals: [] }));
  });
  await press('Propose fee');
  return app;
}

async function exception(): Promise<Refused> {
  const open = {
    id: 'exception-1',
    kind: 'other amount' as const,
    state: 'open' as const,
    story: '₦1 was paid for a bill of ₦12,000.',
    foundAt: '2026-11-20T10:00:00.000Z',
    organisation: 'Kaduna' as const,
    zone: 'Zaria',
    booking: { _id: 'BOOKING', registration: 'ABC-123DE', price: 12_000 },
    gateway: 'PayKaduna' as const,
    billRef: 'BILL-1',
    amount: 1,
    receipt: '',
    settlement: null,
    refund: null,
    closedAt: null,
  };
  const app = openApp('/exceptions?open=exception-1', 'state admin', (server) => {
    server.answer(exceptionRegister.list, () => aList<typeof open>(open));
    server.answer(readException, () => anAnswer(open));
  });
  await press('Settle', await screen.findByRole('dialog', { name: /^Different amount paid/ }));
  return app;
}

async function lateRecord(): Promise<Refused> {
  const record: LateRecord = {
    _id: '01KAQ0000000000000000000LT',
    kind: 'booking',
    label: 'ABC-123DE',
    offences: ['Driving without a licence'],
    price: 2_000,
    priceOnArrival: 50_000,
    organisation: 'Kaduna',
    zone: 'Zaria',
    officer: { id: 'officer', name: 'Hauwa Bello', role: 'booking officer' },
    madeAt: '2026-11-16T08:12:00.000Z',
    askedAt: '2026-11-20T08:12:00.000Z',
    decision: null,
  };
  const app = openApp(`/late-records?open=${record._id}`, 'zonal head', (server) => {
    server.answer(lateRecordRegister.list, () => aList<LateRecord>(record));
    server.answer(readLateRecord, () => anAnswer(record));
  });
  await press('Accept', await screen.findByRole('dialog', { name: 'Booking, ABC-123DE' }));
  return app;
}

/** Each form, with what it must not send, and what it says. */
const forms: readonly (readonly [string, () => Promise<Refused>, Endpoint, string])[] = [
  ['a booking', booking, createBooking, 'Enter a phone number'],
  ['a collision', collision, createCollision, 'Enter 0 or more for the number of injuries.'],
  ['a collision whose count is in doubt', collisionInDoubt, createCollision, 'listed 2 vehicles'],
  ['a picture that is none', collisionFile, createCollision, 'film.jpg is not a picture'],
  ['a new user', newUser, createUser, 'Password and Confirm password should be the same'],
  ['a profile', profile, updateUser, 'Enter a phone number'],
  ['a password', password, changePassword, 'Password and Confirm password should be the same'],
  ['a fee', fee, proposeFee, 'Enter an amount in whole naira'],
  ['a settlement', exception, settleException, 'Select a decision.'],
  ['a late record', lateRecord, decideLateRecord, 'Enter a reason.'],
];

test.each(forms)(
  '287b: what the form of %s refuses by itself is said in a toast as well, and nothing is sent',
  async (_name, submit, endpoint, sentence) => {
    const { server } = await submit();
    await waitFor(() => expect(toasts().replace(toastsOfBefore.text, '')).toContain(sentence));
    expect(server.calls(endpoint)).toEqual([]);
  },
);

test('287b: of several fields that are wrong the toast says the first', async () => {
  const { form } = await openForm();
  fillIn(form);
  await press('Email, second phone, height', form);
  fill(form, 'Height', 'x'.repeat(200));
  fill(form, 'Email', 'nobody');
  fireEvent.click(submitOf(form));
  const summary = await within(form).findByRole('group', { name: 'Check these fields' });
  const [first] = within(summary).getAllByRole('link');
  await waitFor(() =>
    expect(toasts().replace(toastsOfBefore.text, '')).toContain(first?.textContent),
  );
  expect(first?.getAttribute('href')).toContain('email');
});
