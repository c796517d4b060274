import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DossierKind, readDossier, readKnown } from '#contract/dossiers.ts';
import type { Role } from '#contract/roles.ts';
import { asGuest, type Client, signedIn } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;

const somebody = async (role: Exclude<Role, 'guest'>, place = {}) =>
  signedIn(app.url, (await makeAccount(app.db, role, place)).email);

const dossier = async (client: Client, of: DossierKind, value: string) =>
  (await client.ok(readDossier, { query: { of, value } })).data;
const known = async (client: Client, of: DossierKind, value: string) =>
  (await client.ok(readKnown, { query: { of, value } })).data;

beforeAll(async () => {
  app = await startTestApp();
  officer = await signedIn(app.url, (await makeAccount(app.db, 'booking officer')).email);
});
afterAll(() => app.stop());

describe('who may know what', () => {
  const registration = 'SCP-204BD';

  beforeAll(async () => {
    await booked(officer, { registration, zone: 'Zaria' });
    await bookedAndPaid(officer, app.db, { registration, zone: 'Chikun', name: 'Second Driver' });
    await recorded(officer, { zone: 'Chikun', vehicle: [{ plate: registration }] });
  });

  test('a dossier reaches no further than the scope', async () => {
    expect(await dossier(officer, 'plate', registration)).toMatchObject({
      open: { count: 1 },
      paid: { count: 1 },
      collisions: 1,
    });
    const zaria = await somebody('booking officer', { state: 'Kaduna', zone: 'Zaria' });
    for (const ask of [dossier, known])
      expect(await ask(zaria, 'plate', registration)).toMatchObject({
        open: { count: 1 },
        paid: { count: 0 },
        collisions: 0,
        driver: { name: 'Musa Danladi' },
      });
    const ogun = await somebody('state admin', { state: 'Ogun' });
    for (const ask of [dossier, known])
      expect(await ask(ogun, 'plate', registration)).toMatchObject({
        open: { count: 0 },
        collisions: 0,
        vehicle: null,
        driver: null,
        lastSeen: null,
      });
  });

  test('an operator knows of unpaid bookings only', async () => {
    const operator = await somebody('operator');
    const found = await dossier(operator, 'plate', registration);
    expect(found).toMatchObject({ open: { count: 1 }, paid: { count: 0, sum: 0 }, collisions: 1 });
    expect(found.bookings.map(({ paid }) => paid)).toEqual([false]);
    expect(found.driver?.name).toBe('Musa Danladi');
    expect((await known(operator, 'plate', registration)).lately).toHaveLength(1);
  });

  test('a guest knows of demo records only', async () => {
    const guest = asGuest(app.url);
    expect((await dossier(guest, 'plate', registration)).open.count).toBe(0);
    await asOwner(app, `update bookings set demo = true where registration = $1 and not paid`, [
      registration,
    ]);
    const found = await dossier(guest, 'plate', registration);
    expect(found).toMatchObject({ open: { count: 1 }, paid: { count: 0 }, collisions: 0 });
    expect(found.bookings.map(({ zone }) => zone)).toEqual(['Zaria']);
  });

  test('outside demo mode demo records are not known', async () => {
    const real = await startTestApp({ DEMO: 'off' });
    try {
      const account = await makeAccount(real.db, 'booking officer');
      const client = await signedIn(real.url, account.email);
      await storeBooking(real.db, account.id, { registration: 'DEM-001', demo: true });
      expect((await dossier(client, 'plate', 'DEM-001')).open.count).toBe(0);
    } finally {
      await real.stop();
    }
  });
});

describe('hostile questions', () => {
  const refused = async (query: Record<string, string>) => {
    for (const endpoint of [readDossier, readKnown]) {
      const answer = await officer.call(endpoint, { query });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    }
  };

  test('a question for nothing, for too much or with an unknown filter is a 400', async () => {
    await refused({});
    await refused({ of: 'plate' });
    await refused({ of: 'plate', value: ' - ' });
    await refused({ of: 'phone', value: 'call me' });
    await refused({ of: 'name', value: 'Musa' });
    await refused({ of: 'plate', value: 'A'.repeat(41) });
    await refused({ of: 'plate', value: 'AB\u0000C' });
    await refused({ of: 'plate', value: 'ABC-123DE', organisation: 'Ogun' });
  });

  test.each([`%%%`, `AB_`, `'; drop table bookings; --`, `\\`, `ÀÉ12`])(
    'signs that mean something elsewhere mean nothing in %s',
    async (value) => {
      const answer = await officer.call(readDossier, { query: { of: 'plate', value } });
      if (answer.ok) expect(answer.body.data.bookings).toEqual([]);
      else expect(answer.status).toBe(400);
    },
  );
});
