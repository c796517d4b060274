import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logout } from '#contract/auth.ts';
import { correctBooking } from '#contract/booking-corrections.ts';
import {
  certificateSchema,
  certifyDevice,
  listDevicesOf,
  listKnownDevices,
  readTicket,
  revokeDevice,
} from '#contract/modules/field-work/devices.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { endSession, endSessions, listSessions } from '#contract/security.ts';
import { updateUser } from '#contract/user-changes.ts';
import { pruneDevices } from '#server/modules/field-work/devices/commands.ts';
import { mostDevices } from '#server/modules/field-work/devices/rules.ts';
import { openSession } from '#tests/support/client.ts';
import { aCertifiedPhone, aPhone } from '#tests/support/devices.ts';
import { aBooking } from '#tests/support/factories.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ DEMO: 'off', PUBLIC_URL: 'https://traffic.example' });
});
afterAll(() => app.stop());

const zaria = { zone: 'Zaria' };
const known = async ({ client }: Person, query = {}) =>
  (await client.ok(listKnownDevices, { query })).data;
const idsOf = async (by: Person, query = {}) =>
  (await known(by, query)).devices.map(({ id }) => id);
const trailOf = (id: string) =>
  app.db
    .selectFrom('audit')
    .select(['event', 'actor_id', 'after'])
    .where('record_id', '=', id)
    .where('event', 'like', 'user.device%')
    .orderBy('number')
    .execute();

describe('a certificate', () => {
  test('names device, officer and place for 30 days, and is the same until it is renewed', async () => {
    const officer = await makePerson(app, 'booking officer', zaria);
    const { id, key } = await aPhone();
    const first = await officer.call(certifyDevice, { body: { key } });
    expect(first).toMatchObject({
      status: 201,
      body: { data: { id, publicUrl: 'https://traffic.example' } },
    });
    const again = await officer.call(certifyDevice, { body: { key } });
    expect(again).toMatchObject({ status: 200, body: first.body });
    const [device] = (await known(officer)).devices.filter((one) => one.id === id);
    const says = certificateSchema.parse(decodeJwt(device?.certificate ?? ''));
    expect(says).toMatchObject({
      sub: id,
      key,
      officer: { id: officer.id, name: 'Amina Sule' },
      organisation: 'Kaduna',
      zone: 'Zaria',
    });
    expect((says.exp - says.nbf) / 86_400).toBeCloseTo(30, 3);
    expect(await trailOf(officer.id)).toMatchObject([
      { event: 'user.device-certified', actor_id: officer.id, after: { device: id } },
    ]);
  });

  test('is made anew when it ends soon or the officer moved, from the same day on', async () => {
    const officer = await makePerson(app, 'booking officer', zaria);
    const admin = await makePerson(app, 'state admin');
    const phone = await aCertifiedPhone(officer);
    const held = await known(admin);
    await admin.ok(updateUser, {
      params: { id: officer.id },
      body: { zone: 'Kaduna North' },
    });
    const { client } = await openSession(app.url, officer.email);
    await client.ok(certifyDevice, { body: { key: phone.key } });
    const [before, after] = [held, await known(admin)].map(({ devices }) =>
      certificateSchema.parse(
        decodeJwt(devices.find(({ id }) => id === phone.id)?.certificate ?? ''),
      ),
    );
    expect(after?.zone).toBe('Kaduna North');
    expect(after?.nbf).toBe(before?.nbf);
    expect(await trailOf(officer.id)).toHaveLength(2);
  });

  test('is given to one account, in one organisation, for a key that is one', async () => {
    const [officer, other] = [
      await makePerson(app, 'booking officer'),
      await makePerson(app, 'booking officer'),
    ];
    const { key } = await aCertifiedPhone(officer);
    const refused = { status: 409, body: { code: 'device_revoked' } };
    expect(await other.call(certifyDevice, { body: { key } })).toMatchObject(refused);
    await app.owner
      .updateTable('users')
      .set({ state: 'Ogun' })
      .where('id', '=', officer.id)
      .execute();
    const { client } = await openSession(app.url, officer.email);
    expect(await client.call(certifyDevice, { body: { key } })).toMatchObject(refused);
    const noPoint = `B${'A'.repeat(86)}`;
    for (const wrong of [noPoint, key.slice(1), `${key}A`, ''])
      expect(await other.call(certifyDevice, { body: { key: wrong } })).toMatchObject({
        status: 400,
      });
  });

  test(`an account has at most ${mostDevices} at once, however many are asked for together`, async () => {
    const officer = await makePerson(app, 'operator');
    const phones = await Promise.all(Array.from({ length: mostDevices + 2 }, aPhone));
    const answers = await Promise.all(
      phones.map(({ key }) => officer.call(certifyDevice, { body: { key } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(mostDevices);
    const [refused] = answers.filter(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_devices' } });
    const [device] = await idsOfOwn(officer);
    await officer.ok(revokeDevice, { params: { id: officer.id, device: device ?? '' } });
    await aCertifiedPhone(officer);
  });

  test('the keys that were forgotten at sign-out are not counted among them', async () => {
    const officer = await makePerson(app, 'operator');
    for (let day = 0; day < mostDevices + 2; day += 1) {
      const { client } = await openSession(app.url, officer.email);
      await aCertifiedPhone(client);
      await client.ok(logout);
      // Of one account no more than ten sign in within a minute.
      await app.owner.deleteFrom('attempts').execute();
    }
    await aCertifiedPhone(officer);
  });
});

const idsOfOwn = async ({ id, client }: Person) =>
  (await client.ok(listDevicesOf, { params: { id } })).data
    .filter(({ revokedAt }) => revokedAt === null)
    .map((device) => device.id);

describe('who is told of it', () => {
  test('everybody of the organisation, whatever their zone, and nobody of another', async () => {
    const officer = await makePerson(app, 'booking officer', zaria);
    const { id } = await aCertifiedPhone(officer);
    const everywhere = await makePerson(app, 'state admin', { state: null });
    const { id: ofAll } = await aCertifiedPhone(everywhere);
    const north = await makePerson(app, 'booking officer', { zone: 'Kaduna North' });
    expect(await idsOf(north)).toEqual(expect.arrayContaining([id, ofAll]));
    const ogun = await makePerson(app, 'booking officer', { state: 'Ogun' });
    expect(await idsOf(ogun)).toContain(ofAll);
    expect(await idsOf(ogun)).not.toContain(id);
    expect(await idsOf(everywhere)).toContain(id);
    expect(await idsOf(everywhere, { organisation: 'Ogun' })).not.toContain(id);
  });

  test('later of what has changed alone', async () => {
    const officer = await makePerson(app, 'booking officer');
    const [still, revoked] = [await aCertifiedPhone(officer), await aCertifiedPhone(officer)];
    const longAgo = new Date(Date.now() - 3_600_000);
    await app.owner
      .updateTable('devices')
      .set({ changed_at: longAgo })
      .where('user_id', '=', officer.id)
      .execute();
    const { at } = await known(officer);
    expect(await idsOf(officer, { since: at })).not.toContain(revoked.id);
    const params = { id: officer.id, device: revoked.id };
    await officer.ok(revokeDevice, { params });
    const news = await known(officer, { since: at });
    const [told] = news.devices.filter(({ id }) => id === revoked.id);
    expect(told?.revokedAt).toEqual(expect.any(String));
    expect(news.devices.map(({ id }) => id)).not.toContain(still.id);
    expect(await idsOf(officer)).toContain(still.id);
  });

  test('a real account is told nothing of the demo', async () => {
    const officer = await makePerson(app, 'booking officer');
    const { id } = await aCertifiedPhone(officer);
    expect(await idsOf(officer)).toContain(id);
    await app.owner.updateTable('users').set({ demo: true }).where('id', '=', officer.id).execute();
    const other = await makePerson(app, 'booking officer');
    expect(await idsOf(other)).not.toContain(id);
  });
});

describe('a device is revoked for good', () => {
  const isRevoked = async (id: string) =>
    (
      await app.db
        .selectFrom('devices')
        .select('revoked_at')
        .where('id', '=', id)
        .executeTakeFirst()
    )?.revoked_at != null;

  test.each([
    ['its owner', 'booking officer', zaria, 200],
    ['a head of the zone', 'zonal head', zaria, 200],
    ['a state admin', 'state admin', {}, 200],
    ['a head of another zone', 'zonal head', { zone: 'Kaduna North' }, 404],
    ['a state admin of another state', 'state admin', { state: 'Ogun' }, 404],
    ['another officer of the zone', 'booking officer', zaria, 403],
    ['an observer', 'observer', {}, 403],
  ] as const)('by %s', async (who, role, place, status) => {
    const officer = await makePerson(app, 'booking officer', zaria);
    const phone = await aCertifiedPhone(officer);
    const by = who === 'its owner' ? officer : await makePerson(app, role, place);
    const params = { id: officer.id, device: phone.id };
    const answer = await by.call(revokeDevice, { params });
    expect(answer.status).toBe(status);
    expect(await isRevoked(phone.id)).toBe(status === 200);
    if (status !== 200) return;
    expect(await by.call(revokeDevice, { params })).toMatchObject({ status: 404 });
    expect(await officer.call(certifyDevice, { body: { key: phone.key } })).toMatchObject({
      status: 409,
      body: { code: 'device_revoked' },
    });
    expect((await trailOf(officer.id)).at(-1)).toMatchObject({
      event: 'user.devices-revoked',
      actor_id: by.id,
    });
    const back = app.owner.updateTable('devices').set({ revoked_at: null, revoked_by: null });
    await expect(back.where('id', '=', phone.id).execute()).rejects.toThrow('is revoked');
  });

  test('with all other sessions, but for the one in hand; not with a single session', async () => {
    const officer = await makePerson(app, 'booking officer');
    const lost = await openSession(app.url, officer.email);
    const [inHand, elsewhere] = [
      await aCertifiedPhone(officer),
      await aCertifiedPhone(lost.client),
    ];
    const third = await openSession(app.url, officer.email);
    const { data } = await third.client.ok(listSessions, { params: { id: officer.id } });
    const own = data.find(({ current }) => current)?.id ?? '';
    await officer.ok(endSession, { params: { id: officer.id, session: own } });
    expect(await isRevoked(elsewhere.id)).toBe(false);
    await officer.ok(endSessions, { params: { id: officer.id } });
    expect(await isRevoked(elsewhere.id)).toBe(true);
    expect(await isRevoked(inHand.id)).toBe(false);
  });

  test('with a closed account, and not with a move to another zone', async () => {
    const officer = await makePerson(app, 'booking officer', zaria);
    const admin = await makePerson(app, 'state admin');
    const { id } = await aCertifiedPhone(officer);
    const change = (body: object) => admin.ok(updateUser, { params: { id: officer.id }, body });
    await change({ zone: 'Kaduna North' });
    expect(await isRevoked(id)).toBe(false);
    await change({ active: false });
    expect(await isRevoked(id)).toBe(true);
  });
});

test('a device is forgotten a year after its certificate ended', async () => {
  const officer = await makePerson(app, 'booking officer');
  const [old, young] = [await aCertifiedPhone(officer), await aCertifiedPhone(officer)];
  const ended = new Date(Date.now() - 366 * 86_400_000);
  await app.owner
    .updateTable('devices')
    .set({ valid_until: ended })
    .where('id', '=', old.id)
    .execute();
  expect(await idsOf(officer)).not.toContain(old.id);
  expect(await pruneDevices(app.db, 365)).toBe(1);
  expect(await idsOfOwn(officer)).toEqual([young.id]);
});

test('whoever checks a ticket is told how far it is, and that it has not arrived', async () => {
  const officer = await makePerson(app, 'booking officer', zaria);
  const elsewhere = await makePerson(app, 'observer', { state: 'Ogun' });
  const ticketCode = 'ABCDEFGH0123456789';
  const asked = { params: { code: 'abcd-efgh-o123-456789' } };
  expect(await elsewhere.call(readTicket, asked)).toMatchObject({ status: 404 });
  const made = await officer.ok(createBooking, { body: { ...aBooking(), ticketCode } });
  const { _id, createdAt } = made.data;
  const { data } = await elsewhere.ok(readTicket, asked);
  expect(data).toEqual({
    reference: _id.slice(10),
    price: 12_000,
    stage: 'issued',
    since: null,
    issuedAt: createdAt,
    version: 1,
    correctedAt: null,
    plate: null,
  });
  const correction = { version: 1, registration: 'ABD-123DE' };
  await officer.ok(correctBooking, { params: { id: _id }, body: correction });
  // A plate says nothing to whoever works for another organisation.
  expect((await elsewhere.ok(readTicket, asked)).data).toMatchObject({ version: 2, plate: null });
  expect((await officer.ok(readTicket, asked)).data.plate).toBe('ABD-123DE');
});
