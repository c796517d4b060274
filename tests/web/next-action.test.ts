import { describe, expect, test } from 'vitest';
import type { Booking } from '#contract/bookings.ts';
import type { BillState } from '#contract/payments.ts';
import { actionRules } from '#web/features/bookings/detail/action-rules.ts';

type Payable = Parameters<typeof actionRules>[0];

const unpaid: Payable = {
  paid: false,
  completed: false,
  price: 2_000,
  billRef: 'BILL-1',
  withdrawal: null,
  decision: null,
};
const decidedInCourt = (vehicleFree: boolean) => ({
  at: '2026-11-20T13:00:00.000Z',
  outcomes: ['dismissed' as const],
  vehicleFree,
});
const made = { is: 'made', billRef: 'BILL-1', gateway: true, matter: null } as const;
const found = { since: '2026-11-20T13:00:00.000Z', problem: null, nextTry: null } as const;
const foundAt = '2026-11-20T13:30:00.000Z';
const circumstances = { mayPay: true, mayClear: true, paymentOpened: false, online: true };
const rulesOf = (booking: Partial<Booking>, bill: BillState | null, opened = false) =>
  actionRules({ ...unpaid, ...booking }, { ...circumstances, bill, paymentOpened: opened });

describe('the button that one is led to', () => {
  test.each([
    ['a bill that can be paid', {}, made, 'pay'],
    ['a bill of which nothing is known yet', {}, null, 'pay'],
    ['nothing to pay', { price: 0, billRef: null }, null, 'check'],
    ['a paid bill', { paid: true }, null, 'clear'],
    ['a cleared vehicle', { paid: true, completed: true }, null, null],
    ['a dismissed ticket', { decision: decidedInCourt(true) }, null, 'clear'],
    ['a fine without the court’s receipt', { decision: decidedInCourt(false) }, null, null],
    ['other money at the gateway', {}, { ...made, matter: 'other amount' }, null],
    ['a payment that is not proven', {}, { ...made, matter: 'unproven' }, null],
    ['a gateway that is no longer set up', {}, { ...made, gateway: false }, null],
    ['no gateway', { billRef: null }, { is: 'without gateway', organisation: 'Ogun' }, null],
    ['no bill yet', { billRef: null }, { ...found, is: 'being made', personFrom: null }, null],
    [
      'a bill that was refused',
      { billRef: null },
      { ...found, is: 'before a person', matter: 'bill refused', foundAt },
      null,
    ],
  ] as [string, Partial<Booking>, BillState | null, string | null][])(
    'with %s',
    (_what, booking, bill, primary) => {
      expect(rulesOf(booking, bill).primary).toBe(primary);
    },
  );

  test('is Check Status once the payment page was opened, unless somebody must look first', () => {
    expect(rulesOf({}, made, true).primary).toBe('check');
    expect(rulesOf({}, { ...made, matter: 'other amount' }, true).primary).toBeNull();
  });
});

test('where nobody should pay, Pay Bill says why, and still does what the specification says', () => {
  for (const bill of [
    { ...made, matter: 'other amount' },
    { ...made, matter: 'unproven' },
    { ...found, is: 'before a person', matter: 'bill in doubt', foundAt },
  ] as const) {
    const { caution, reasons } = rulesOf({}, bill);
    expect(caution).toMatch(/^Do not pay until a state admin/);
    expect(reasons.pay).toBeUndefined();
  }
  for (const bill of [
    { ...made, gateway: false },
    { is: 'without gateway', organisation: 'Ogun' },
  ] as const)
    expect(rulesOf({}, bill).caution).toMatch(/until a payment gateway is set up/);
  expect(rulesOf({}, made).caution).toBeNull();
  expect(rulesOf({ paid: true }, { ...made, matter: 'unproven' }).caution).toBeNull();
});
