import { describe, expect, test } from 'vitest';
import { readStatement as read } from '#tests/support/statement-reading.ts';

const csv = (...lines: readonly string[]) => lines.join('\n');
const one = { bills: [['900', 5_000]], without: 0, unmatched: 0 };

describe('a line that brought no money doesn’t count as money', () => {
  test('by its status: failed, abandoned, reversed and success of ₦5,000 each are ₦5,000', async () => {
    const content = csv(
      'Date,Reference,Receipt,Amount,Status',
      '2026-11-01,901,,5000,failed',
      '2026-11-01,902,,5000,abandoned',
      '2026-11-01,903,,5000,reversed',
      '2026-11-01,900,R1,5000,success',
    );
    expect(await read(content)).toEqual({ ...one, without: 3 });
  });

  test.each([
    [
      'failed',
      'Reference,Amount,Status,Paid At',
      '902,5000,failed,',
      '900,5000,success,2026-11-01',
    ],
    ['taken back', 'Ref,Amount,Status,Date', '902,5000,reversed,-', '900,5000,paid,2026-11-01'],
    ['out', 'Reference,Credit,Debit,Date', '902,,5000,n/a', '900,5000,,2026-11-01'],
  ])('without a day as well: %s', async (_what, head, line, paid) => {
    expect(await read(csv(head, line, paid))).toEqual({ ...one, without: 1 });
  });

  test.each([
    ['Status', 'Success', 'FAILED'],
    ['Transaction Status', 'Approved', 'Declined'],
    ['Payment_Status', 'Fully Paid', 'Unpaid'],
    ['Response Code', '00', 'Timed out'],
    ['Gateway Response', 'Successful', 'Pending'],
    ['Dr/Cr', 'CR', 'DR'],
    ['Type', 'Credit', 'Debit'],
    ['Transaction Type', 'Payment', 'Refund'],
    ['Reversal', 'No', 'Yes'],
    ['Is Reversed', 'false', 'true'],
    ['Chargeback', '', 'Y'],
    ['Channel', 'POS', 'reversal'],
  ])('by its %s: %s and not %s', async (column, yes, no) => {
    const head = `Date,Reference,Amount,${column}`;
    const content = csv(head, `2026-11-01,900,5000,${yes}`, `2026-11-01,901,5000,${no}`);
    expect(await read(content)).toEqual({ ...one, without: 1 });
  });

  test.each([
    ['Status', 'Bounced', 'a status that Hanya knows, such as success or failed'],
    ['Type', 'Contra', 'CR or DR, or a type that Hanya knows, such as payment'],
    ['Currency', 'USD', 'naira. Remove lines in other currencies'],
    ['Channel', 'Pigeon', 'a channel that Hanya knows, such as POS or USSD'],
    ['Reversed', '2026-11-02', 'yes or no'],
    ['Narration', 'RVSL of 900', 'a text that does not mention refunded money, or remove the line'],
    ['Remarks', 'REFUND', 'a text that does not mention refunded money, or remove the line'],
  ])('where its %s says %s, it is refused by name', async (column, said, awaited) => {
    const content = csv(`Date,Reference,Amount,${column}`, `2026-11-01,900,5000,${said}`);
    expect(await read(content)).toBe(`Line 2, column ${column} says “${said}”. Enter ${awaited}.`);
  });

  test('a column that nobody knows is named, and asked about', async () => {
    const content = csv('Date,Reference,Amount,Disposition', '2026-11-01,900,5000,X');
    expect(await read(content)).toBe(
      'The column “Disposition” may change what a line means. Select what the column contains.',
    );
    expect(await read(content, ['date', 'reference', 'amount', 'none'])).toEqual(one);
  });

  test('money that came and went back in the file is left out, both lines of it', async () => {
    const content = csv(
      'Date,Reference,Debit,Credit',
      '2026-11-01,900,,5000',
      '2026-11-01,901,,7000',
      '2026-11-02,901,7000,',
      '2026-11-02,BANK-CHARGE,52.50,',
    );
    expect(await read(content)).toEqual({ ...one, without: 3 });
    const withSides = csv(
      'Date,Reference,Amount,Dr/Cr',
      '2026-11-01,900,5000,CR',
      '2026-11-01,901,7000,CR',
      '2026-11-02,901,7000,DR',
    );
    expect(await read(withSides)).toEqual({ ...one, without: 2 });
  });

  test.each([
    ['a part of it', 'Date,Reference,Debit,Credit', '2026-11-02,900,2000,'],
    ['nobody knows which', 'Date,Reference,Amount,Status', '2026-11-02,900,5000,reversed'],
  ])('where of a bill %s went back, it is refused by name', async (_what, head, gone) => {
    const paid = head.includes('Status') ? '2026-11-01,900,5000,success' : '2026-11-01,900,,5000';
    expect(await read(csv(head, paid, gone))).toMatch(/^Line 3 reverses a payment for bill 900/);
  });
});

describe('the file of a bank as it gives it', () => {
  test('with lines above the head, an opening balance and a total', async () => {
    const content = csv(
      'KADUNA STATE TRAFFIC AUTHORITY,,,,,,',
      '"12, Independence Way, Kaduna",,,,,,',
      'Account Number:,0123456789,,,,,',
      'Period:,01-Nov-2026 to 15-Nov-2026,,,,,',
      '',
      'Trans. Date,Value Date,Reference,Debits,Credits,Balance,Originating Branch',
      '01-Nov-2026,01-Nov-2026,,,,"1,000,000.00",Opening Balance',
      '01-Nov-2026,02-Nov-2026,900,,"5,000.00","1,005,000.00",Kaduna Main',
      '02-Nov-2026,02-Nov-2026,CHG-1,52.50,,"1,004,947.50",Kaduna Main',
      'Total,,,52.50,"5,000.00",,',
      'Closing Balance,,,,,"1,004,947.50",',
      '*** End of statement ***',
    );
    expect(await read(content)).toEqual({ ...one, without: 1 });
  });

  test.each([
    [
      'a gateway’s',
      'Transaction Date,Bill Reference,Receipt No,Amount (NGN)',
      '20/10/2026,900,R1,5000',
    ],
    [
      'a settlement',
      'Date Paid;Reference;Amount (₦);Fees;Status',
      '2026-10-20;900;5000;75;success',
    ],
    ['tabs', 'DATE POSTED\tREF NO\tDEBIT\tCREDIT\tBALANCE', '20 Oct 2026\t900\t\t5000\t9000'],
    [
      'columns in any order',
      'Amount,Payer,Bill_Reference,RECEIPT,paid at',
      '5000,Musa,900,R,2026-10-20',
    ],
    ['a separator that is said', 'sep=;\nDate;Reference;Amount', '2026-10-20;900;5,000.00'],
    ['bars', 'Txn Date|Reference|Deposits', '2026-10-20|900|5000'],
    [
      'more commas within quotes than separators',
      'Payer;Date;Reference;Amount',
      '"Musa, Ladi, 12, Independence Way, Kaduna";2026-10-20;900;5000',
    ],
  ])('%s', async (_what, head, line) => {
    expect(await read(csv(head, line))).toEqual(one);
  });

  test.each([
    'N5,000.00',
    '₦5,000.00',
    'NGN 5,000',
    '5,000.00 CR',
    '5,000.00Cr',
    '5000.00 C',
    'N 5,000.00',
    '\u00a05,000.00\u00a0',
    '₦\u202f5,000.00',
    '+5,000.00',
    '5,000.00 NGN',
    '=N=5,000.00',
  ])('an amount of five thousand: %s', async (amount) => {
    expect(await read(csv('Date;Reference;Amount', `2026-11-01;900;${amount}`))).toEqual(one);
    expect(await read(csv('Date;Reference;Credit', `2026-11-01;900;${amount}`))).toEqual(one);
  });

  test.each(['(5,000.00)', '-5,000.00', '5,000.00 DR', '5,000.00-', 'N-5,000.00', '5,000.00Dr'])(
    'an amount that went out: %s',
    async (amount) => {
      const content = csv(
        'Date;Reference;Amount',
        '2026-11-01;900;5000',
        `2026-11-01;901;${amount}`,
      );
      expect(await read(content)).toEqual({ ...one, without: 1 });
    },
  );

  test.each(['12.000', '5 000,00', '5,00', '1,2345', '(5,000', '5000 USD', '$5', '0.00', '1e3'])(
    'an amount that could be two, or none, is refused: %s',
    async (amount) => {
      const content = csv('Date;Reference;Amount', `2026-11-01;900;${amount}`);
      expect(await read(content)).toBe(
        `Line 2, column Amount says “${amount}”. Enter an amount in naira above 0, such as 12,000.00.`,
      );
    },
  );

  test('in UTF-16, in the code page of Windows, with marks before it', async () => {
    const content = csv('Date,Reference,Amount', '2026-11-01,900,"\u00a05,000.00"');
    const utf16 = Buffer.from(`\ufeff${content}`, 'utf16le');
    expect(await read(utf16)).toEqual(one);
    expect(await read(Buffer.from(utf16).swap16())).toEqual(one);
    expect(await read(Buffer.from(content, 'utf16le'))).toEqual(one);
    expect(await read(Buffer.from(content, 'latin1'))).toEqual(one);
    expect(await read(`\ufeff${content.replaceAll('\n', '\r\n')}`)).toEqual(one);
    expect(await read(content.replaceAll('\n', '\r'))).toEqual(one);
  });

  test('whose columns can’t be told asks for them, and is read by what a person says', async () => {
    const content = csv('Day,What,Sum', '2026-11-01,900,5000');
    expect(await read(content)).toMatch(/^(Line 1|No line)/);
    expect(await read(content, ['date', 'reference', 'amount'])).toEqual(one);
    expect(await read(content, ['date', 'reference'])).toMatch(/^This file has 3 columns/);
    expect(await read(content, ['date', 'date', 'amount'])).toMatch(
      /^Select “Date” for only one column/,
    );
    expect(await read(content, ['date', 'none', 'amount'])).toMatch(/with the bill reference/);
    expect(await read(content, ['date', 'reference', 'none'])).toMatch(
      /Select “Amount” or “Money in” for one/,
    );
  });

  test('without a head is read by what a person says, its first line too', async () => {
    const content = csv('2026-11-01,900,5000', '2026-11-02,901,6000');
    expect(await read(content)).toMatch(/^The file has no line with the/);
    expect(await read(content, ['date', 'reference', 'amount'])).toMatchObject({
      bills: [
        ['900', 5_000],
        ['901', 6_000],
      ],
    });
  });

  test.each([
    ['twice', 'Date,Reference,Amount,Amount paid', /^Line 1 .*Select “Amount” for only one column/],
    ['without a date', 'Reference,Receipt,Amount', /Select the column with the date/],
    [
      'without a reference or a description',
      'DATE POSTED,VALUE DATE,DEBIT,CREDIT,BALANCE',
      /the bill reference, or with the description that contains it/,
    ],
    ['without an amount', 'Date,Reference,Receipt', /Select “Amount” or “Money in” for one/],
  ])('with a column %s asks for it', async (_what, head, why) => {
    expect(await read(csv(head, '2026-11-01,900,5000,1'))).toMatch(why);
  });

  test.each([
    ['a day that runs', '2026-11-20,900,5000', /column Date says .* a day that is over/],
    ['no day', 'soon,900,5000', /column Date says “soon”\. Enter a date/],
    ['no bill', '2026-11-01,,5000', /column Reference is empty/],
    ['a rounded bill', '2026-11-01,1.2E+11,5000', /which a spreadsheet has rounded/],
    ['a comma without quotes', '2026-11-01,900,5,000', /more cells than there are columns/],
  ])('a line with %s is refused by name', async (_what, line, why) => {
    expect(await read(csv('Date,Reference,Amount', line))).toMatch(why);
  });

  test('every word that is not a payment is refused or left out, and never taken', async () => {
    expect(await read('')).toBe('The file is empty.');
    expect(await read('\n\n')).toBe('The file is empty.');
    expect(await read('Hello')).toMatch(/^This file has no line with column names/);
    expect(await read(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]))).toMatch(/old Excel file/);
    expect(await read('Date,Reference,Amount\n2026-11-01,"900,5000')).toMatch(/quotation mark/);
  });
});
