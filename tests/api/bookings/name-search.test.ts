import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { listCollisions } from '#contract/collisions.ts';
import { listUsers } from '#contract/users.ts';
import { type Client, signedIn } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { asOwner, makeAccount, markPaid } from '#tests/support/factories.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officerId: string;
let officer: Client;

beforeAll(async () => {
  app = await startTestApp();
  const account = await makeAccount(app.db, 'booking officer');
  officerId = account.id;
  officer = await signedIn(app.url, account.email);
});
afterAll(() => app.stop());

const found = async (_searchname: string) => {
  const query = { _searchname, limit: '100' };
  return (await officer.ok(listBookings, { query })).data.map(({ _id }) => _id);
};
const store = (name: string) => storeBooking(app.db, officerId, { name });

const spellings: readonly (readonly [string, readonly string[]])[] = [
  [
    'Ọlámidé Adébáyọ̀ Ṣẹ́gun',
    [
      'Olamide',
      'olamide adebayo',
      'Segun',
      'SEGUN OLAMIDE',
      'shegun',
      'adebayo  segun',
      'Ọlámidé'.normalize('NFD'),
      'Ọlámidé'.normalize('NFKD').toUpperCase(),
      'Ｏｌａｍｉｄｅ',
    ],
  ],
  ["Ƙasimu Ɓala Ɗan'Ƴar", ['kasimu bala', 'BALA KASIMU', 'danyar', 'dan’yar', 'ɗanƴar', 'Ɗanʼyar']],
  ['Sa’adatu Abdul-Rahman', ["sa'adatu", 'saadatu', 'Saʿadatu rahman', 'Rahman, Abdul', 'saadat']],
  ['Mohammed Yusufu', ['Muhammad', 'muhammad yusuf', 'Yusuf Mohamed', 'Mohd', 'yusif, muhammed']],
  ['Aishat Uthman', ['Aisha Usman', 'aishatu', 'Osman']],
  ['Shehu  Ahmad', ['ahmad shehu', 'Ahmed   Shehu', 'shehu\u00A0ahmad']],
  ['Nwáchukwu Chị̀dị', ['chidi nwachukwu', 'CHIDI']],
  ['Abdul-Kareem Olasunkanmi', ['Abdulkareem Olasunkanmi', 'abdulkarim', 'Abdul Karim']],
  ['Oluwaseun Dan-Azumi', ['Danazumi', 'Dan Azumi']],
  ['Nnamdi Okwu-Eze', ['okwueze nnamdi']],
  ['Usman dan Fodio', ['Danfodio', 'dan Fodiyo', 'Danfodiyo', 'Othman Danfodio']],
  ['Danfodiyo Bello', ['Danfodio', 'dan fodio']],
  ["Ma'aruf Danladi", ['Maruf Danladi', 'Maaruf']],
  ['Maruf Danladi', ["Ma'aruf Danladi"]],
  ['Abdul Malik Nwa-Chukwu', ['Abdulmalik', 'Nwachukwu', 'nwachuku']],
  ['Oluwa Seun Dan Juma', ['Oluwaseun', 'Danjuma', 'seun']],
];

describe('a name is found in any spelling, its words in any order', () => {
  test.each(spellings)('%s', async (name, searches) => {
    const id = await store(name);
    for (const search of searches) expect(await found(search), search).toContain(id);
  });

  test('and another is not', async () => {
    const id = await store('Mohammed Yusufu Ọlátúnjí');
    for (const search of [
      'Olatunde',
      'muhammad yakubu',
      'olatunji ahmad',
      'mohammedi',
      'mohammedyusufu',
    ])
      expect(await found(search), search).not.toContain(id);
  });

  test('on collisions, their places and among users as well', async () => {
    const { _id } = await recorded(officer, {
      location: 'Ọ̀yọ́ Road, Ƙofar Doka',
      vehicle: [{ name: 'Mohammed Ṣọlá' }],
    });
    for (const _searchfirstName of ['sola muhammad', 'Shola', 'oyo road', 'doka kofar']) {
      const { data } = await officer.ok(listCollisions, { query: { _searchfirstName } });
      expect(
        data.map((one) => one._id),
        _searchfirstName,
      ).toContain(_id);
    }
    const { id } = await makeAccount(app.db, 'operator');
    const names = ['Fátímà', "Sa'idu Ɓaba", id];
    await asOwner(app, 'update users set first_name = $1, last_name = $2 where id = $3', names);
    const admin = await signedIn(app.url, (await makeAccount(app.db, 'state admin')).email);
    for (const _searchfirstName of ['fatima', 'Said Fatimah', 'baba saidu', 'FATIMAT'])
      expect(
        (await admin.ok(listUsers, { query: { _searchfirstName } })).data.map(
          ({ firstName }) => firstName,
        ),
        _searchfirstName,
      ).toContain('Fátímà');
  });
});

test('a receipt is found, whole and in part, from the payment on', async () => {
  const id = await store('Musa Danladi');
  expect(await found('RCT 0007 44 OI')).not.toContain(id);
  await markPaid(app.db, id, new Date(), 'RCT-000744OI');
  for (const search of ['RCT-000744OI', 'rct 0007 4401', '00744oi', '000744'])
    expect(await found(search), search).toContain(id);
});

test('lists by name have Àṣàkẹ́ among the A’s and Ɓala among the B’s, in both directions', async () => {
  const names = [
    'Ordered Zubairu',
    'ordered bello',
    'Ordered Ɓala',
    'Ordered Àṣàkẹ́',
    'Ordered Ashe',
  ];
  for (const name of names) await store(name);
  const order = [
    'Ordered Àṣàkẹ́',
    'Ordered Ashe',
    'Ordered Ɓala',
    'ordered bello',
    'Ordered Zubairu',
  ];
  const inOrder = async (sort: 'name' | '-name') =>
    (await officer.ok(listBookings, { query: { _searchname: 'Ordered', sort } })).data.map(
      ({ name }) => name,
    );
  expect(await inOrder('name')).toEqual(order);
  expect(await inOrder('-name')).toEqual(order.toReversed());
});

test('a booking is found by name and plate where its plate has letters that only look like Latin ones', async () => {
  const id = await storeBooking(app.db, officerId, {
    name: 'Ẹniọlá Mohammadu',
    registration: 'КJA-482ХG',
  });
  for (const search of ['Eniola', 'muhammad eniola', 'KJA 482 XG', 'kja482xg'])
    expect(await found(search), search).toContain(id);
});
