import { describe, expect } from 'vitest';
import { listCollisions, readCollision } from '#contract/collisions.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { asGuest, type Client } from '#tests/support/client.ts';
import { aCollision, anImage, recorded } from '#tests/support/collisions.ts';
import { trailOf, until } from '#tests/support/journey.ts';
import { listen } from '#tests/support/live-listener.ts';
import { makePerson } from '#tests/support/people.ts';
import { test as base } from '#tests/support/scene.ts';

const test = base.extend('ogun', { scope: 'file' }, ({ hire }) =>
  hire('zonal head', { state: 'Ogun' }),
);

describe('scope', () => {
  test('a zone sees and records its own collisions only', async ({ officer, hire }) => {
    const zaria = await hire('operator', { zone: 'Zaria' });
    const here = await recorded(officer, { zone: 'Zaria' });
    const there = await recorded(officer, { zone: 'Chikun' });
    const { data } = await zaria.ok(listCollisions, { query: { limit: '100' } });
    expect(data.map(({ _id }) => _id)).toContain(here._id);
    expect(new Set(data.map(({ zone }) => zone))).toEqual(new Set(['Zaria']));
    expect(await zaria.call(readCollision, { params: { id: there._id } })).toMatchObject({
      status: 404,
    });
    const files = [await anImage()];
    expect(
      await zaria.call(createCollision, { body: aCollision({ zone: 'Chikun' }), files }),
    ).toMatchObject({
      status: 403,
      body: { code: 'out_of_scope', error: 'You can see only Zaria.' },
    });
  });

  test('another organisation is neither seen nor recorded for', async ({ officer, ogun }) => {
    const { _id: id } = await recorded(officer);
    expect((await ogun.ok(listCollisions)).total).toBe(0);
    expect(await ogun.call(readCollision, { params: { id } })).toMatchObject({ status: 404 });
    const body = aCollision({ organisation: 'Kaduna' });
    const files = [await anImage()];
    expect(await ogun.call(createCollision, { body, files })).toMatchObject({ status: 403 });
    expect(await ogun.call(listCollisions, { query: { organisation: 'Kaduna' } })).toMatchObject({
      status: 403,
    });
  });

  test('without a state one names an organisation, and may choose which to see', async ({
    hire,
  }) => {
    const everywhere = await hire('zonal head', { state: null });
    const files = [await anImage()];
    expect(await everywhere.call(createCollision, { body: aCollision(), files })).toMatchObject({
      status: 400,
      body: { error: 'Select an organisation.' },
    });
    await recorded(everywhere, { organisation: 'Lagos FRSC', zone: 'Ikeja' });
    const { data } = await everywhere.ok(listCollisions, { query: { organisation: 'Lagos FRSC' } });
    expect(data.map(({ zone }) => zone)).toEqual(['Ikeja']);
  });

  test('a guest sees the collisions of the demo only', async ({ app, officer }) => {
    const { _id: real } = await recorded(officer);
    const { _id: shown } = await recorded(officer);
    await app.owner.updateTable('collisions').set({ demo: true }).where('id', '=', shown).execute();
    const guest = asGuest(app.url);
    expect((await guest.ok(listCollisions)).data.map(({ _id }) => _id)).toEqual([shown]);
    expect(await guest.call(readCollision, { params: { id: real } })).toMatchObject({
      status: 404,
    });
  });
});

describe('the list', () => {
  const found = async (by: Client, search: string) =>
    (await by.ok(listCollisions, { query: { _searchfirstName: search } })).data.map(
      ({ _id }) => _id,
    );

  test('275a, 275b: is newest first, in pages', async ({ ogun }) => {
    const first = await recorded(ogun, { zone: 'Sagamu' });
    const second = await recorded(ogun, { zone: 'Sagamu' });
    const page = await ogun.ok(listCollisions, { query: { limit: '1', page: '2' } });
    expect(page).toMatchObject({
      total: 2,
      count: 1,
      limit: 1,
      pagination: { prev: { page: 1, limit: 1 } },
    });
    expect(page.data[0]?._id).toBe(first._id);
    expect((await ogun.ok(listCollisions)).data[0]?._id).toBe(second._id);
  });

  test('275a: finds driver, plate, location and reference, whatever the case, and takes % and _ literally', async ({
    officer,
  }) => {
    const { _id } = await recorded(officer, {
      location: '100%_mile',
      vehicle: [{ plate: 'ZZZ-901XY', name: 'Ọláolúwa Adé' }],
    });
    for (const search of [
      'zzz-901',
      'ọláolúwa',
      '0%_MIL',
      _id.slice(5),
      _id.slice(5).toLowerCase(),
    ])
      expect(await found(officer, search), search).toEqual([_id]);
    for (const search of ['z%1', '100_', 'Adé 100', '\\', 'nowhere'])
      expect(await found(officer, search), search).toEqual([]);
  });

  test('finds a phone in any spelling, and a place by two short words', async ({ officer }) => {
    const { _id } = await recorded(officer, {
      location: 'Km 5, Zaria Road',
      vehicle: [{ plate: '', phone: '+234 803 555 0777' }],
    });
    for (const search of ['0803 555 0777', '+234 (0) 803-555-0777', '5550777', 'km 5', 'Km 5,'])
      expect(await found(officer, search), search).toContain(_id);
  });

  test('finds nothing of what was taken from a collision', async ({ app, officer }) => {
    const { _id } = await recorded(officer, {
      vehicle: [{ plate: 'ERS-701GE', name: 'Zainab Unforgettable', phone: '08035550701' }],
    });
    const searches = ['Unforgettable', 'ers701ge', '5550701'];
    for (const search of searches) expect(await found(officer, search), search).toEqual([_id]);
    await app.owner
      .updateTable('collision_vehicles')
      .set({ plate: '', name: 'Erased', phone: '' })
      .where('collision_id', '=', _id)
      .execute();
    for (const search of searches) expect(await found(officer, search), search).toEqual([]);
    const { search_text: text } = await app.db
      .selectFrom('collisions')
      .select('search_text')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow();
    expect(text).not.toMatch(/unforgettable|ers.?701|5550701/);
  });

  test('refuses a filter that does not exist', async ({ officer }) => {
    expect(await officer.call(listCollisions, { query: { sort: 'zone' } })).toMatchObject({
      status: 400,
    });
  });
});

test('the audit trail keeps who recorded what, with the hashes of the files and without addresses', async ({
  app,
  officer,
}) => {
  const { _id } = await recorded(officer);
  const [row, ...more] = await trailOf(app.db, { record: _id });
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    event: 'collision.recorded',
    record_type: 'collision',
    actor_role: 'booking officer',
    before: null,
    after: {
      _id,
      zone: 'Zaria',
      organisation: 'Kaduna',
      files: [{ field: 'img', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown }],
    },
  });
  expect(JSON.stringify(row?.after)).not.toContain('signature');
});

test('who listens hears of a collision in their scope, and nobody else does', async ({
  app,
  officer,
  ogun,
}) => {
  const listening = async (state: 'Kaduna' | 'Ogun') => {
    const { token } = await makePerson(app, 'observer', { state });
    return listen({ url: app.url, token });
  };
  const [near, far] = [await listening('Kaduna'), await listening('Ogun')];
  const here = await recorded(officer);
  const there = await recorded(ogun, { zone: 'Sagamu' });
  const receivedBy = ({ received }: typeof near) =>
    received.flatMap(({ event }) => (event.type === 'collision' ? [event.collision._id] : []));
  // A stream may begin a little early, so it may hold other events as well.
  await until('both have heard', () =>
    Promise.resolve(receivedBy(near).includes(here._id) && receivedBy(far).includes(there._id)),
  );
  expect(receivedBy(near)).not.toContain(there._id);
  expect(receivedBy(far)).not.toContain(here._id);
  await Promise.all([near.cut(), far.cut()]);
});
