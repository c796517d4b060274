import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folded, phoneKey, spellingKey } from '#contract/folding.ts';
import { nameSpellings } from '#contract/name-spellings.ts';
import { usualSpellings } from '#contract/names.ts';
import { draws } from '#tests/support/draws.ts';
import { type ClonedDatabase, cloneDatabase } from '#tests/support/template.ts';

let database: ClonedDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const written = [
  ...Array.from('ɓƁɗƊƙƘƴƳẹẸọỌṣṢịụṅńǹàáāéèíóúẹ́ọ̀ọ́'),
  "'",
  '’',
  '‘',
  'ʼ',
  'ʻ',
  'ʾ',
  'ʿ',
  '`',
  '´',
  '′',
  'ˈ',
  '＇',
  'ꞌ',
  '΄',
  '\u0300',
  '\u0301',
  '\u0304',
  '\u0323',
  '\u0331',
  '\u0327',
  '\u064E',
  ...Array.from('КХАВЕОРСТУМНІЈкхаΑΒΕΖΗΙΚΜΝΟΡΤΥΧςΣ'),
  ...Array.from('ＫＪＡ４８２－ＸＧﬁ㎏Ⅷ①'),
  '\u00A0',
  '\u2003',
  '\u3000',
  '\u2028',
  '\t',
  '\n',
  '\r',
  '\v',
  '\f',
  '\u0085',
  '  ',
  '‐',
  '‑',
  '–',
  '—',
  '−',
  '﹣',
  '-',
  '.',
  '/',
  '_',
  '%',
  '\\',
  '"',
  '\u200B',
  '\u00AD',
  '\uFEFF',
  ...Array.from('İIıßẞŁłØøŒœÆæĿŉ日本كا😀aZ09'),
];
const names = fc.array(fc.constantFrom(...written, ...nameSpellings.keys(), ' '), {
  maxLength: 14,
});
const texts = fc
  .oneof(
    names.map((parts) => parts.join('')),
    names.map((parts) => parts.join('').normalize('NFC')),
    names.map((parts) => parts.join('').normalize('NFD')),
    names.map((parts) => parts.join('').normalize('NFKD')),
    names.map((parts) => parts.join('').toUpperCase()),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc
      .array(
        fc.integer({ min: 1, max: 0xffff }).filter((code) => code < 0xd800 || code > 0xdfff),
        { maxLength: 20 },
      )
      .map((codes) => codes.map((code) => String.fromCodePoint(code)).join('')),
  )
  .map((text) => text.replaceAll('\0', ''));

test('browser and database fold any text alike, and read the same keys and names in it', async () => {
  const sample = fc.sample(texts, draws(4_000, 20));
  const { rows } = await client.query<Record<string, string>>(
    `select folded(given) as folded, usual_spellings(folded(given)) as usual,
            spelling_key(given) as spelt, phone_key(given) as phone
     from unnest($1::text[]) with ordinality as these (given, place) order by place`,
    [sample],
  );
  for (const [place, text] of sample.entries())
    expect({ text, ...rows[place] }).toEqual({
      text,
      folded: folded(text),
      usual: usualSpellings(folded(text)),
      spelt: spellingKey(text),
      phone: phoneKey(text),
    });
});

/** Letters of Unicode 17, which PostgreSQL 18 doesn't know. */
const tooNew = new Set([0xa7ce, 0xa7d2, 0xa7d4, 0xa7f1]);

test('every letter of the plane in which people write is folded alike', async () => {
  const all = Array.from({ length: 0xffff }, (_, code) => code + 1)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => `a${String.fromCodePoint(code)}b`);
  const { rows } = await client.query<{ folded: string[] }>(
    `select array(select folded(given) from unnest($1::text[]) with ordinality as these (given, place)
                  order by place) as folded`,
    [all],
  );
  const apart = all
    .filter((text, place) => rows[0]?.folded[place] !== folded(text))
    .filter((text) => !tooNew.has(text.codePointAt(1) ?? 0));
  expect(apart.map((text) => text.codePointAt(1)?.toString(16))).toEqual([]);
});

test('both know the same spellings of names', async () => {
  const { rows } = await client.query<{ known: Record<string, string> }>(
    'select name_spellings() as known',
  );
  expect(rows[0]?.known).toEqual(Object.fromEntries(nameSpellings));
});

describe('a key is what it was', () => {
  const before = (given: string) =>
    given
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
      .replaceAll('O', '0')
      .replaceAll('I', '1');
  test('of any plate in Latin letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (plate) => {
        expect(spellingKey(plate)).toBe(before(plate));
      }),
    );
  });
});
