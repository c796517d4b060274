import { describe, expect, test } from 'vitest';
import type { BillState, CheckFinding } from '#contract/payments.ts';
import { billWords, checkWords } from '#web/features/bookings/bill-words.ts';

// In Lagos it is 15:00.
const now = '2026-11-20T14:00:00.000Z';

describe('Check Status says in plain words', () => {
  test.each<[CheckFinding, RegExp]>([
    [{ is: 'paid' }, /^Payment Completed!$/],
    [{ is: 'not paid' }, /^Payment not yet Completed!$/],
    [{ is: 'no bill' }, /^Payment not yet Completed! There is no bill to pay yet/],
    [
      { is: 'no answer', againAt: '2026-11-20T14:15:00.000Z' },
      /is not responding, so Hanya does not know yet whether .* Hanya will ask again at about 15:15\.$/,
    ],
    [
      { is: 'no answer', againAt: '2026-11-20T23:05:00.000Z' },
      /will ask again at about 2026-11-21 00:05\.$/,
    ],
    [
      { is: 'no answer', againAt: null },
      /does not check a bill this old automatically\. Try again later\.$/,
    ],
    [{ is: 'no gateway' }, /no longer set up, so Hanya cannot check the bill\./],
    [
      { is: 'before a person', matter: 'other amount', settled: false },
      /^The payment gateway shows a different amount .* A state admin must check .* Do not pay again/,
    ],
    [
      { is: 'before a person', matter: 'unproven', settled: true },
      /A state admin has settled this, but the booking is still not paid/,
    ],
    [
      { is: 'before a person', matter: 'bill in doubt', settled: false },
      /Hanya has asked a state admin to look at the bill\.$/,
    ],
  ])('what it found: %o', (finding, words) => {
    expect(checkWords(finding, now)).toMatch(words);
  });

  test('289a, 289b: only what the gateway says is unpaid is not yet completed, only what is paid is completed', () => {
    const others: CheckFinding[] = [
      { is: 'no answer', againAt: now },
      { is: 'no answer', againAt: null },
      { is: 'no gateway' },
      { is: 'before a person', matter: 'other amount', settled: false },
    ];
    expect(others.filter((one) => checkWords(one, now).includes('Completed'))).toEqual([]);
  });
});

describe('a bill that is not there yet', () => {
  const late = {
    is: 'being made',
    since: '2026-11-20T13:20:00.000Z',
    problem: 'The payment gateway did not answer in time.',
    nextTry: '2026-11-20T14:03:00.000Z',
    personFrom: '2026-11-20T14:25:00.000Z',
  } as const;
  const said = (state: BillState): string => {
    const words = billWords(state, now);
    return words === null ? '' : [words.lead, ...words.rest].join(' ');
  };

  test('is being made for a minute', () => {
    const since = '2026-11-20T13:59:30.000Z';
    const fresh = billWords({ ...late, since, problem: null, nextTry: 'now' }, now);
    expect(fresh).toMatchObject({ asUsual: true, lead: 'Hanya is creating the bill.' });
  });

  test('is then late, and says since when, why, what is tried next and when a person looks', () => {
    expect(said(late)).toBe(
      'There is no bill yet. Hanya has been asking the payment gateway for it since 14:20. The payment gateway did not answer in time. Hanya will ask for the bill again at 15:03. If there is no bill by 15:25, Hanya will ask a state admin to look at this booking. You can use Pay Bill as soon as there is a payment reference.',
    );
    expect(said({ ...late, problem: null })).toContain(
      'asking the payment gateway for it since 14:20. Hanya will ask',
    );
    expect(said({ ...late, since: '2026-11-18T13:20:00.000Z' })).toContain('2026-11-18 14:20');
  });

  test.each([
    ['now', 'Hanya is asking for the bill now.'],
    // The earlier answer is out of date meanwhile.
    ['2026-11-20T13:59:00.000Z', 'Hanya is asking for the bill now.'],
    [null, 'Hanya has stopped asking for the bill.'],
  ])('is tried next %s, in words', (nextTry, words) => {
    expect(said({ ...late, nextTry })).toContain(words);
  });

  test('says that a person was asked, and whether it is tried meanwhile', () => {
    const { since, problem, nextTry } = late;
    const foundAt = '2026-11-20T13:30:00.000Z';
    const state = { is: 'before a person', since, problem, nextTry, foundAt } as const;
    const lateOne = said({ ...state, matter: 'bill late' });
    expect(lateOne).toContain(
      'asking the payment gateway for it since 14:20. The payment gateway did not answer in time.',
    );
    expect(lateOne).toContain(
      'At 14:30 Hanya asked a state admin to look at this booking. Hanya will ask for',
    );
    const doubtful = said({ ...state, matter: 'bill in doubt', nextTry: null });
    expect(doubtful).toMatch(
      /Hanya will not ask for the bill again until a state admin decides\.$/,
    );
  });

  test('says that nobody makes one where no gateway is set up', () => {
    expect(said({ is: 'without gateway', organisation: 'Ogun' })).toMatch(
      /no payment gateway for Ogun/,
    );
  });

  test('is not spoken of once it is there, or is not due', () => {
    const made = { is: 'made', billRef: '123456789012', gateway: true, matter: null } as const;
    expect(billWords(made, now)).toBeNull();
    expect(billWords({ is: 'not due' }, now)).toBeNull();
  });
});
