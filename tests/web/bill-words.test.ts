import { describe, expect, test } from 'vitest';
import type { BillState, CheckFinding } from '#contract/payments.ts';
import { billWords, checkWords } from '#web/features/bookings/bill-words.ts';

// In Lagos it is 15:00.
const now = '2026-11-20T14:00:00.000Z';

describe('Check Status says in plain words', () => {
  test.each<[CheckFinding, RegExp]>([
    [{ is: 'paid' }, /^Payment Completed!$/],
    [{ is: 'not paid' }, /^Payment not yet Completed!$/],
    [{ is: 'no bill' }, /^Payment not yet Completed! There is no bill yet/],
    [
      { is: 'no answer', againAt: '2026-11-20T14:15:00.000Z' },
      /does not answer, so it is not known yet whether .* again by itself at about 15:15\.$/,
    ],
    [
      { is: 'no answer', againAt: '2026-11-20T23:05:00.000Z' },
      /by itself at about 2026-11-21 00:05\.$/,
    ],
    [{ is: 'no answer', againAt: null }, /not asked about by itself: try again later\./],
    [{ is: 'no gateway' }, /no longer set up, so it can’t be asked\./],
    [
      { is: 'before a person', matter: 'other amount', settled: false },
      /^The gateway shows money of another amount .* A state admin looks .* do not pay again/,
    ],
    [
      { is: 'before a person', matter: 'unproven', settled: true },
      /but shows no payment of it\. That was looked at and settled: it does not pay/,
    ],
    [
      { is: 'before a person', matter: 'bill in doubt', settled: false },
      /its answer never came\. A state admin was asked to look at it\.$/,
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
    expect(fresh).toMatchObject({ asUsual: true, lead: 'The bill is being made.' });
  });

  test('is then late, and says since when, why, what is tried next and when a person looks', () => {
    expect(said(late)).toBe(
      'There is no bill yet, asked for since 14:20. The payment gateway did not answer in time. It is asked for again at 15:03. If there is none by 15:25, a state admin is asked to look. Pay Bill works as soon as the payment reference is here.',
    );
    expect(said({ ...late, problem: null })).toContain('asked for since 14:20. It is asked');
    expect(said({ ...late, since: '2026-11-18T13:20:00.000Z' })).toContain('2026-11-18 14:20');
  });

  test.each([
    ['now', 'It is being asked for right now.'],
    // The earlier answer is out of date meanwhile.
    ['2026-11-20T13:59:00.000Z', 'It is being asked for right now.'],
    [null, 'It is no longer asked for by itself.'],
  ])('is tried next %s, in words', (nextTry, words) => {
    expect(said({ ...late, nextTry })).toContain(words);
  });

  test('says that a person was asked, and whether it is tried meanwhile', () => {
    const { since, problem, nextTry } = late;
    const foundAt = '2026-11-20T13:30:00.000Z';
    const state = { is: 'before a person', since, problem, nextTry, foundAt } as const;
    const lateOne = said({ ...state, matter: 'bill late' });
    expect(lateOne).toContain('asked for since 14:20. The payment gateway did not answer in time.');
    expect(lateOne).toContain('A state admin was asked at 14:30 to look at it. It is asked for');
    const doubtful = said({ ...state, matter: 'bill in doubt', nextTry: null });
    expect(doubtful).toMatch(/answer never came\. .* Until then nobody asks for the bill again\.$/);
  });

  test('says that nobody makes one where no gateway is set up', () => {
    expect(said({ is: 'without gateway', organisation: 'Ogun' })).toMatch(/set up for Ogun/);
  });

  test('is not spoken of once it is there, or is not due', () => {
    const made = { is: 'made', billRef: '123456789012', gateway: true, matter: null } as const;
    expect(billWords(made, now)).toBeNull();
    expect(billWords({ is: 'not due' }, now)).toBeNull();
  });
});
