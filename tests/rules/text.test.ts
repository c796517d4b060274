import { hashSync } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { newBookingSchema } from '#contract/new-bookings.ts';
import { licenceText, phoneText, plateText, text, vinText } from '#contract/text.ts';
import { fits, hashed } from '#server/features/auth/password-thread.ts';

const read = (given: string) => text(60).parse(given);

describe('signs that nobody sees are not kept', () => {
  test.each([
    ['what a phone puts around a copied number', '\u202A0803 555 0142\u202C', '0803 555 0142'],
    ['what turns a name round', 'Musa \u202Eillud\u202C', 'Musa illud'],
    ['isolates and marks of direction', '\u2067A\u2069\u200E\u200F\u061C', 'A'],
    ['what has no width', 'Ade\u200Bba\u2060yo\uFEFF', 'Adebayo'],
    ['a soft hyphen', 'Ade\u00ADbayo', 'Adebayo'],
    ['letters of nothing', 'A\u3164\u115F', 'A'],
    ['joiners in Latin writing', 'Ade\u200Cba\u200Dyo', 'Adebayo'],
    ['what hides in tags', 'A\u{E0041}\u{E0042}', 'A'],
  ])('%s', (_what, given, kept) => {
    expect(read(given)).toBe(kept);
  });
});

test.each([
  ['Yoruba with marks of its own', 'Ẹniọlá Adébáyọ̀ Ṣóyínká'],
  ['Yoruba whose marks stand alone', 'E\u0323nio\u0323la\u0301'],
  ['Hausa and Igbo', 'Ɓala Ɗanjuma ƙwai Ụgwụ ƴan'],
  ['Hausa in Arabic letters, with a joiner', 'كا\u200Cنو'],
  ['an emoji of several', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
])('%s stays', (_what, given) => {
  expect(read(given)).toBe(given);
});

test('they are taken away before anything is counted', () => {
  expect(text(3).safeParse(`${'\u200B'.repeat(50)}abc`).data).toBe('abc');
  expect(read('\u200B \u202A')).toBe('');
});

describe('a phone number as contacts show it is one number in one form', () => {
  test.each([
    ['0803\u00a0123\u00a04567', '0803 123 4567'],
    ['0803\u202f123\u20094567', '0803 123 4567'],
    ['+234 (0) 803 123 4567', '+234 803 123 4567'],
    ['+234(0)8031234567', '+234 8031234567'],
    ['+234 0803 123 4567', '+234 803 123 4567'],
    ['00234 803 123 4567', '+234 803 123 4567'],
    ['+44 (0) 20 7946 0958', '+44 20 7946 0958'],
    ['0803\u2011123\u20134567', '0803-123-4567'],
    ['0803.123.4567', '0803 123 4567'],
    ['(0803) 123-4567', '(0803) 123-4567'],
    ['tel: 0803 123 4567', '0803 123 4567'],
    ['\uff0b234 803 123 4567', '+234 803 123 4567'],
    ['\u202a+234 803 123 4567\u202c', '+234 803 123 4567'],
    ['  0803   123  4567 ', '0803 123 4567'],
    ['GSM No. 0803 555 0142', '0803 555 0142'],
    ['Phone Number: 0803 555 0142', '0803 555 0142'],
    ['0803|555|0142', '0803 555 0142'],
    ['0803_555_0142', '0803 555 0142'],
    ['0803/5550142', '0803 5550142'],
    ['(+234)803 555 0142', '+234 803 555 0142'],
    ['(234) 803 555 0142', '+234 803 555 0142'],
    ['(080) 3555 0142', '(080) 3555 0142'],
    ['0803 555 0142,', '0803 555 0142'],
    ['08O35550142', '08035550142'],
    ['O8O3 555 Ol42', '0803 555 0142'],
    ['01 234 5678', '01 234 5678'],
    ['0700 225 5432', '0700 225 5432'],
    ['+44 7911 123456', '+44 7911 123456'],
    ['', ''],
  ])('%j', (given, kept) => {
    expect(phoneText().parse(given)).toBe(kept);
    expect(phoneText().parse(kept)).toBe(kept);
  });

  test.each([
    'none',
    '123',
    '-------',
    '0803 123 456 789 0123',
    '0803 123 4567 ext 4',
    'Olli',
    'Musa 0803 555 0142',
  ])('%s is none', (given) => {
    expect(
      phoneText()
        .safeParse(given)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['Enter a phone number, for example 0803 555 0142.']);
  });

  test.each([
    '0803 555 014',
    '080355501425',
    '0703-555-01',
    '+234 803 555 014',
    '2348035550142 3',
    '0912 345 678',
  ])('a mobile number of Nigeria has eleven digits: %s', (given) => {
    expect(
      phoneText()
        .safeParse(given)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['Enter a Nigerian mobile number with eleven digits, such as 0803 555 0142.']);
  });

  test.each([
    '08031234567/08051234567',
    '0803 123 4567, 0805 123 4567',
    '0803 123 4567; +234 805 123 4567',
    '0803 123 4567 or 0805 123 4567',
    '0803 123 4567 & 0805 123 4567',
    '0803 123 4567\n0805 123 4567',
    '0803 123 4567 0805 123 4567',
    '0803123456708051234567',
    '+2348031234567 08051234567',
  ])('two in one field are sent to the second one: %j', (given) => {
    const issues = (fields: object) =>
      newBookingSchema.safeParse(fields).error?.issues.map(({ message }) => message) ?? [];
    expect(issues({ phoneNo: given })).toContain(
      'Enter one phone number here and the other as the second phone.',
    );
    expect(issues({ phoneTwo: given })).toContain(
      'Enter only one phone number here. Enter the other one as the phone number.',
    );
    expect(phoneText().safeParse(given).error?.issues[0]?.message).toBe(
      'Enter one phone number, not two.',
    );
  });
});

describe('a plate is read in capitals of A to Z, digits, blanks and hyphens', () => {
  test.each([
    ['with Cyrillic look-alikes', 'КJA-482ХG', 'KJA-482XG'],
    ['with Greek look-alikes', 'ΚJΑ-482ΧG', 'KJA-482XG'],
    ['in full width', 'ＫＪＡ－４８２ＸＧ', 'KJA-482XG'],
    ['in small letters with gaps', ' kja  482\u00A0xg ', 'KJA 482 XG'],
    ['with another dash', 'KJA–482XG', 'KJA-482XG'],
    ['with marks and hooks', 'ƘJÁ-482XG', 'KJA-482XG'],
    ['with dots or slashes', 'KJA.482/XG', 'KJA-482-XG'],
    ['with signs that nobody sees', 'KJ\u200BA-\u202A482XG\u202C', 'KJA-482XG'],
  ])('%s', (_how, given, kept) => {
    expect(plateText.parse(given)).toBe(kept);
    expect(licenceText.parse(given)).toBe(kept);
    expect(vinText.parse(given)).toBe(kept);
  });

  test.each(['KJA-482Ж', 'كجا-482', 'KJA-482★', 'KJA_482"', '日本-482', 'KJA=482', 'KJA-482ᎪᏴ'])(
    'and is refused with a sentence else: %s',
    (given) => {
      const { error } = plateText.safeParse(given);
      expect(error?.issues[0]?.message).toBe(
        'Enter the plate in letters A to Z and digits, such as KJA-482XG.',
      );
    },
  );
});

test('a password fits however its letters are composed, and one from before that as it was sent', () => {
  for (const stored of ['Ọlá-ẹ̀gbà!'.normalize('NFD'), 'Ọlá-ẹ̀gbà!'.normalize('NFC')])
    for (const typed of [stored.normalize('NFC'), stored.normalize('NFD')])
      expect(fits({ hash: hashed(stored), password: typed })).toBe(true);
  const before = hashSync('Ọlá-ẹ̀gbà!'.normalize('NFD'));
  expect(fits({ hash: before, password: 'Ọlá-ẹ̀gbà!'.normalize('NFC') })).toBe(true);
  expect(fits({ hash: before, password: 'Ola-egba!' })).toBe(false);
});
