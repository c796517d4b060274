import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { nameText } from '#contract/text.ts';
import { whyNotPassword } from '#server/features/auth/guessable.ts';
import { csvOf } from '#server/lists/csv.ts';

test.each(['Amina\r\n\r\nNo answer needed.', 'A\nB', 'A\tB', 'A\u2028B', 'A\u0085B'])(
  'the name of an account is one line: %j is none',
  (name) => {
    expect(nameText(60, 'Enter a first name.').safeParse(name).success).toBe(false);
  },
);

test.each(['Ọlámidé', 'Amina Sule', 'D’Souza', ' Musa\n'])('%j is a name', (name) => {
  expect(nameText(60, 'Enter a first name.').parse(name)).toBe(name.trim());
});

const exported = (cell: string) =>
  text(
    csvOf({
      columns: [{ name: 'Reference', kind: 'text', width: 10 }],
      batches: (async function* rows() {
        yield await Promise.resolve([[cell]]);
      })(),
    }),
  );

test.each([' =1+1', '  +1', '\u00A0-1', '\u3000@SUM(A1)', ' ＝1+1', '=1+1'])(
  'text that a program may take for a formula gets an apostrophe: %j',
  async (cell) => {
    expect(await exported(cell)).toContain(`"'${cell}"`);
  },
);

test.each(['a =1', ' ABC-123', '1-2', ' x@y.example'])('%j is left as it is', async (cell) => {
  expect(await exported(cell)).toContain(`"${cell}"`);
});

const owner = { email: 'amina@example.com', firstName: 'Amina', lastName: 'Sule' };

test.each([
  'hanyatraffic2026',
  'HanyaTrafficPolice',
  'Kaduna-Officer-Booking',
  'nigeria traffic hanya 1',
])('words of this product count for nothing in a password: %s is too easy', (password) => {
  expect(whyNotPassword(password, owner)).toMatchObject({ status: 400 });
});

test('a good password may hold such a word', () => {
  expect(whyNotPassword('violet lantern traffic harbour 71', owner)).toBeNull();
});
