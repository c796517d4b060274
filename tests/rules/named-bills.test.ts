import { describe, expect, test } from 'vitest';
import { whyNotRead } from '#contract/modules/money/statement-columns.ts';
import { billsNamedIn, oneBillOf } from '#server/modules/money/reconciliation/named-bills.ts';
import { readStatement as read } from '#tests/support/statement-reading.ts';

const rrr = '123456789012';
const ours = 'H-01JDZXK3M8Q4V7W2Y5B9C6D0EF';
const known = new Set([rrr, '987654321098', ours, 'KDB-77-2026-1']);

const billIn = (description: string) => oneBillOf(billsNamedIn(description), known);

describe('a description names a bill by a whole word', () => {
  test.each([
    ['alone', '123456789012'],
    ['between slashes', 'NIP/FBN/123456789012/MUSA IBRAHIM'],
    ['behind a colon', 'RRR:123456789012 FINE'],
    ['behind a label without a blank', 'TRF RRR123456789012'],
    ['between words and hyphens', 'POS-123456789012-KADUNA'],
    ['in groups with hyphens', 'RRR 1234-5678-9012'],
    ['in groups with blanks', 'PAYMENT 1234 5678 9012 KASTLEA'],
    ['in groups with no-break blanks', 'RRR 1234\u00a05678\u202f9012'],
    ['broken by the bank', 'REMITA 12345678 9012'],
    ['in wide digits', '\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19\uff10\uff11\uff12'],
    ['with the letter O for a zero', 'RRR 123456789O12'],
    ['twice', '123456789012 / 1234-5678-9012'],
    ['before a full stop', 'Paid 123456789012.'],
    ['beside an amount', '5,000.00 for 123456789012'],
    ['beside a phone and a date', '08031234567 01/11/2026 123456789012'],
  ])('%s', (_how, description) => expect(billIn(description)).toBe(rrr));

  test.each([
    ours,
    ours.toLowerCase(),
    `PAYSTACK/${ours.toLowerCase()}/web`,
    `trf ${ours.replace('-', '')} musa`,
    `trf ${ours.replaceAll('0', 'O')}`,
  ])('of a gateway of letters: %s', (description) => expect(billIn(description)).toBe(ours));

  test('of several groups in small letters', () => {
    expect(billIn('fine kdb-77-2026-1 paid')).toBe('KDB-77-2026-1');
  });
});

test.each([
  ['no bill', 'CASH DEPOSIT BY MUSA'],
  ['nothing', ''],
  ['two bills', 'RRR 123456789012 AND 987654321098'],
  ['two bills in one word', '123456789012/987654321098'],
  ['two bills, one of them in groups', '1234-5678-9012 987654321098'],
  ['a bill of somebody else', 'RRR 555566667777'],
  ['a longer number', '0123456789012'],
  ['a part of a longer one', '123456789012345'],
  ['a number that letters go on', '123456789012ABC'],
  ['a number that goes on behind a hyphen', '123456789012-2'],
  ['another attempt at a bill of letters', `${ours}-2`],
  ['an amount with kobo', '123456789012.00'],
  ['a number that a hyphen leads', '2026-123456789012'],
  ['a number with a digit less', '12345678901'],
])('%s is no bill that is named', (_what, description) => {
  expect(billIn(description)).toBeUndefined();
});

test('a column of references may be missing where there is a description, and only there', () => {
  expect(whyNotRead(['date', 'text', 'amount'])).toBeNull();
  expect(whyNotRead(['date', 'text', 'text', 'credit', 'debit'])).toBeNull();
  expect(whyNotRead(['date', 'receipt', 'amount'])).toMatch(
    /or with the description that contains it/,
  );
});

describe('a file without a column of references', () => {
  const head = 'Date,Narration,Debit,Credit';
  const file = (...lines: readonly string[]) => [head, ...lines].join('\n');
  const readFile = (...lines: readonly string[]) => read(file(...lines), undefined, [...known]);

  test('is read by its descriptions; a line that names no one bill stands with its text', async () => {
    const two = '123456789012 and 987654321098';
    expect(
      await readFile(
        '2026-11-01,NIP/123456789012/MUSA,,5000',
        `2026-11-01,${two},,9000`,
        '2026-11-01,CASH  DEPOSIT,,700',
        '2026-11-01,CASH DEPOSIT,,700',
        '2026-11-01,,,800',
      ),
    ).toEqual({
      bills: [
        [rrr, 5_000],
        [two, 9_000],
        ['CASH DEPOSIT', 700],
        ['CASH DEPOSIT', 700],
        ['Line 6, without a description', 800],
      ],
      without: 0,
      unmatched: 4,
    });
  });

  test('looks in every description', async () => {
    const content = 'Date,Description,Remarks,Amount\n2026-11-01,NIP,fine 1234-5678-9012,5000';
    expect(await read(content, undefined, [...known])).toMatchObject({ bills: [[rrr, 5_000]] });
  });

  test('drops balances and totals, and no payment whose payer is called like one', async () => {
    const lines = [
      '2026-11-01,Opening Balance,,900000',
      '2026-11-01,TOTAL ENERGIES LTD 123456789012,,5000',
      '2026-11-01,Page 2 Restaurant,,600',
      'Total,,,905600',
    ];
    expect(await readFile(...lines)).toMatchObject({
      bills: [
        [rrr, 5_000],
        ['Page 2 Restaurant', 600],
      ],
    });
  });

  test('leaves out a bill’s money that went back, and no other of the same words', async () => {
    expect(
      await readFile(
        '2026-11-01,RRR 123456789012,,5000',
        '2026-11-01,TRANSFER,,700',
        '2026-11-02,RVSL 123456789012,5000,',
        '2026-11-02,TRANSFER,300,',
      ),
    ).toMatchObject({ bills: [['TRANSFER', 700]], without: 3 });
  });

  test('a reference that is a bill stands before the descriptions', async () => {
    const content = 'Date,Reference,Narration,Amount\n2026-11-01,900,RRR 123456789012,5000';
    expect(await read(content, undefined, ['900', ...known])).toEqual({
      bills: [['900', 5_000]],
      without: 0,
      unmatched: 0,
    });
  });

  test.each([
    ['the bank’s own', 'FT2026080000'],
    ['rounded by a spreadsheet', '1.2E+11'],
    ['empty', ''],
    ['a narration of its own', `NIP/${'MUSA/'.repeat(20)}`],
  ])('the descriptions name the bill where the reference is %s', async (_what, reference) => {
    const content = `Trans. Date,Ref,Remarks,Debit,Credit,Balance\n2026-11-01,${reference},NIP TRF 123456789012 BALA,,"5,000.00",9`;
    expect(await read(content, undefined, [...known])).toEqual({
      bills: [[rrr, 5_000]],
      without: 0,
      unmatched: 0,
    });
  });

  test('a reference may hold the bill among other words', async () => {
    const content = 'Date,Reference,Amount\n2026-11-01,TRF/123456789012/ADA,5000';
    expect(await read(content, undefined, [...known])).toMatchObject({ bills: [[rrr, 5_000]] });
  });

  test('a reference stands for the bill where nothing names one, and is said', async () => {
    const content = 'Date,Reference,Narration,Amount\n2026-11-01,S48213307,CASH,5000';
    expect(await read(content, undefined, [...known])).toEqual({
      bills: [['S48213307', 5_000]],
      without: 0,
      unmatched: 1,
    });
  });

  test('a bill’s money that went back is found by its description as well', async () => {
    const content = [
      'Date,Reference,Narration,Debit,Credit',
      '2026-11-01,FT1,RRR 123456789012,,5000',
      '2026-11-02,FT2,RVSL 123456789012,5000,',
    ].join('\n');
    expect(await read(content, undefined, [...known])).toMatchObject({ bills: [], without: 2 });
  });
});
