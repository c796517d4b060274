import { expect, test } from 'vitest';
import { identifies, noLicence, noPlate, shownPlate } from '#contract/identities.ts';

test.each([
  'UNREGISTERED',
  'unregistered',
  'Un-registered 2',
  'UNREG 001',
  'NO PLATE',
  'no plate1',
  'N0 PLATE',
  'NIL',
  'N1L',
  'Nil 3',
  'N/A',
  'NONE',
  'none2',
  'N0NE 1',
  'NIL1',
  'UNKNOWN',
  'NOT SEEN',
  'PLATE COVERED 4',
  'REMOVED',
  'POLICE',
  'GOVERNMENT',
  'IN TRANSIT',
  'NOPLATE',
  'NOTSEEN',
  'PLATENOTSEEN 2',
  'Vehicle has no plate',
  'REGD NO NOT KNOWN',
  'Not available',
  'Unavailable',
  'DRIVER REFUSED',
  'XXX',
  'XXX-234XX',
  'AAA-000AA',
  '000',
  '00000',
  '11111',
  '12345',
  '123',
  '-',
  '...',
  '',
  'ƙarya',
  'НЕТ',
  noPlate,
])('the plate "%s" tells nobody from others', (plate) => {
  expect(identifies('plate', plate)).toBe(false);
});

test.each([
  'KJA-482XG',
  'ABC 123 DE',
  'abc123de',
  'КJА-482ХG',
  'ＫＪＡ-482XG',
  'KJA-101XG',
  'KIO-101OI',
  'K1O 1O1 01',
  'AB123-KJA',
  'AB 110 KJA',
  'NA 1234',
  'FG 12 A07',
  'CD 12 34',
  'GR 4821-12',
  'PRINCE 7',
  'PLATEAU 1',
  'PLATEAU STATE 2',
  'HUSSEEN 1',
  'YASSEEN 7',
  'MCKNOWN 1',
  'REGINA 4',
  'KNOWLES 9',
  'DRIVERSON 3',
  'MNY-001',
  'KJA-OOIXG',
  'UNN-204KD',
  '48213',
])('the plate "%s" is one vehicle', (plate) => {
  expect(identifies('plate', plate)).toBe(true);
});

test.each([
  'NIL',
  'NO LICENCE',
  'no license 2',
  'N/A',
  'EXPIRED',
  'LEARNER',
  'FORGOT AT HOME',
  '0',
  '0000000',
  '1234567890',
  noLicence,
])('the licence "%s" is nobody', (licence) => {
  expect(identifies('license', licence)).toBe(false);
});

test.each([
  'KAD 48271 AA12',
  'OLD 1',
  'kad00001aa12',
  'ABC01110AA01',
  'HASSEENAH 7',
  'MORGA753116SM9IJ',
  '907123456',
])('the licence "%s" is one driver', (licence) => {
  expect(identifies('license', licence)).toBe(true);
});

test.each([
  '0000000',
  '00000000000',
  '08000000000',
  '+234 800 000 0000',
  '1111111',
  '08011111111',
  '1234567',
  '08012345678',
  '0123456789',
  '9999999999',
  '08000000001',
  '0987654321',
  '-',
])('the phone "%s" is nobody', (phone) => {
  expect(identifies('phone', phone)).toBe(false);
});

test.each([
  '0803 555 0142',
  '+234 803 555 0142',
  '8035550142',
  '+44 7911 123456',
  '0803 333 3333',
  '0809 999 9999',
  '0706 666 6661',
  '０８０３５５５０１４２',
])('the phone "%s" is one', (phone) => {
  expect(identifies('phone', phone)).toBe(true);
});

test.each([
  ['ABC123DE', 'ABC-123DE'],
  ['abc 123 de', 'ABC-123DE'],
  ['ABC-123-DE', 'ABC-123DE'],
  ['ABC-123DE', 'ABC-123DE'],
  ['KD 45 GOV', 'KD 45 GOV'],
  ['PLATEAU 1', 'PLATEAU 1'],
  ['NO PLATE', 'NO PLATE'],
  ['', ''],
])('a plate written %s is shown as %s', (typed, shown) => {
  expect(shownPlate(typed)).toBe(shown);
});
