import { describe, expect } from 'vitest';
import { type DossierKind, readDossier, readKnown } from '#contract/dossiers.ts';
import { asGuest, type Client } from '#tests/support/client.ts';
import { recorded } from '#tests/support/collisions.ts';
import { asOwner } from '#tests/support/factories.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { storeBooking } from '#tests/support/raw-bookings.ts';
import { test } from '#tests/support/scene.ts';
import { startTestApp } from '#tests/support/test-app.ts';

const dossier = async (client: Client, of: DossierKind, value: string) =>
  (await client.ok(readDossier, { query: { of, value } })).data;
const known = async (client: Client, of: DossierKind, value: string) =>
  (await client.ok(readKnown, { query: { of, value } })).data;

describe('who may know what', () => {
  const registration = 'SCP-204BD';

  test.beforeAll(async ({ app, officer }) => {
    await booked(officer, { registration, zone: 'Zaria' });
    await bookedAndPaid(officer, app.db, { registration, zone: 'Chikun', name: 'Second Driver' });
    await recorded(officer, { zone: 'Chikun', vehicle: [{ plate: registration }] });
  });

  test('a dossier reaches no further than the scope', async ({ hire, officer }) => {
    expect(await dossier(officer, 'plate', registration)).toMatchObject({
      open: { count: 1 },
      paid: { count: 1 },
      collisions: 1,
    });
    const zaria = await hire('booking officer', { zone: 'Zaria' });
    for (const ask of [dossier, known])
      expect(await ask(zaria, 'plate', registration)).toMatchObject({
        open: { count: 1 },
        paid: { count: 0 },
        collisions: 0,
        driver: { name: 'Musa Danladi' },
      });
    const ogun = await hire('state admin', { state: 'Ogun' });
    for (const ask of [dossier, known])
      expect(await ask(ogun, 'plate', registration)).toMatchObject({
        open: { count: 0 },
        collisions: 0,
        vehicle: null,
        driver: null,
        lastSeen: null,
      });
  });

  test('an operator knows of unpaid bookings only', async ({ hire }) => {
    const operator = await hire('operator');
    const found = await dossier(operator, 'plate', registration);
    expect(found).toMatchObject({ open: { count: 1 }, paid: { count: 0, sum: 0 }, collisions: 1 });
    expect(found.bookings.map(({ paid }) => paid)).toEqual([false]);
    expect(found.driver?.name).toBe('Musa Danladi');
    expect((await known(operator, 'plate', registration)).lately).toHaveLength(1);
  });

  test('a guest knows of demo records only', async ({ app }) => {
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
      const officer = await makePerson(real, 'booking officer');
      await storeBooking(real.db, officer.id, { registration: 'DEM-001', demo: true });
      expect((await dossier(officer, 'plate', 'DEM-001')).open.count).toBe(0);
    } finally {
      await real.stop();
    }
  });
});

describe('hostile questions', () => {
  const refused = async (by: Client, query: Record<string, string>) => {
    for (const endpoint of [readDossier, readKnown]) {
      const answer = await by.call(endpoint, { query });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
    }
  };

  test('a question for nothing, for too much or with an unknown filter is a 400', async ({
    officer,
  }) => {
    await refused(officer, {});
    await refused(officer, { of: 'plate' });
    await refused(officer, { of: 'plate', value: ' - ' });
    await refused(officer, { of: 'phone', value: 'call me' });
    await refused(officer, { of: 'name', value: 'Musa' });
    await refused(officer, { of: 'plate', value: 'A'.repeat(41) });
    await refused(officer, { of: 'plate', value: 'AB\u0000C' });
    await refused(officer, { of: 'plate', value: 'ABC-123DE', organisation: 'Ogun' });
  });

  test.for([`%%%`, `AB_`, `'; drop table bookings; --`, `\\`, `ÀÉ12`])(
    'signs that mean something elsewhere mean nothing in %s',
    async (value, { officer }) => {
      const answer = await officer.call(readDossier, { query: { of: 'plate', value } });
      if (answer.ok) expect(answer.body.data.bookings).toEqual([]);
      else expect(answer.status).toBe(400);
    },
  );
});
