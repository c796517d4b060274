import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringInRecord } from '#contract/brought-in-records.ts';
import { readCollision } from '#contract/collisions.ts';
import { listComingFiles, receiveFile } from '#contract/coming-files.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { compareRecords } from '#server/features/audit/records.ts';
import { aSavedRecord, broughtInOf } from '#tests/support/brought-in-records.ts';
import { openSession } from '#tests/support/client.ts';
import { aCollision, aPicture, aVideo } from '#tests/support/collisions.ts';
import { kept, sendFile } from '#tests/support/coming-files.ts';
import { aCertifiedPhone, type Phone } from '#tests/support/devices.ts';
import { trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

const zaria = { zone: 'Zaria' };

let app: TestApp;
let officer: Person;
let phone: Phone;
let head: Person;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', zaria);
  phone = await aCertifiedPhone(officer.client);
  head = await makePerson(app, 'zonal head', zaria);
});
afterAll(() => app.stop());

const bring = async (saved: object) =>
  head.client.call(bringInRecord, { body: await broughtInOf(phone, saved) });
const refusedAs = (status: number, code: string) => ({ status, body: { code } });

describe('a collision that a superior brings in', () => {
  const aSavedCollision = (files: readonly ReturnType<typeof kept>[]) =>
    aSavedRecord(5, {
      kind: 'collision',
      body: aCollision(),
      toldPrice: null,
      label: 'PZ roundabout',
      files: files.map(({ announced }) => announced),
    });

  test('announces its files, which the superior sends in parts, and they show where they belong', async () => {
    const [scene, video] = [kept(await aPicture()), kept(aVideo(90_000), 'vid')];
    const saved = aSavedCollision([scene, video]);
    const brought = await bring(saved);
    expect(brought).toMatchObject({
      status: 201,
      body: {
        data: {
          files: [
            { state: 'coming', sent: 0 },
            { state: 'coming', sent: 0 },
          ],
        },
      },
    });
    const { token } = await openSession(app.url, head.email);
    const id = saved._id;
    for (const file of [scene, video]) {
      await sendFile({ url: app.url, token }, file);
      await head.client.ok(receiveFile, { params: { id, file: file.announced.id } });
    }
    const { data } = await head.client.ok(readCollision, { params: { id } });
    expect(data).toMatchObject({
      filesToCome: 0,
      createdBy: { id: officer.id },
      captured: { broughtInBy: { id: head.id } },
    });
    expect(data.img).toHaveLength(1);
    expect(data.vid).not.toBe('');
    const trail = await trailOf(app.db, { record: id });
    expect(trail.map(({ event, actor_id }) => [event, actor_id === head.id])).toEqual([
      ['collision.recorded', true],
      ['record.brought-in', true],
      ['collision.file-received', true],
      ['collision.file-received', true],
    ]);
    expect(await bring(saved)).toMatchObject({
      status: 200,
      body: { data: { files: [{ state: 'received' }, { state: 'received' }] } },
    });
    const differs = await app.db.transaction().execute((trx) => compareRecords(trx));
    expect(differs.filter((line) => line.includes(id))).toEqual([]);
  });

  test('whose words the phone has sent lacks its files alone', async () => {
    const scene = kept(await aPicture());
    const saved = aSavedCollision([scene]);
    await bring(saved);
    const { token } = await openSession(app.url, officer.email);
    await sendFile({ url: app.url, token }, scene);
    expect(await bring(saved)).toMatchObject({
      status: 200,
      body: { data: { files: [{ state: 'coming', sent: scene.announced.bytes }] } },
    });
    const params = { id: saved._id, file: scene.announced.id };
    await officer.client.ok(receiveFile, { params });
  });

  test('is stored once while the phone itself sends it, with its files announced once', async () => {
    const scene = kept(await aPicture());
    const saved = aSavedCollision([scene]);
    const { _id, madeAt } = saved;
    const capture = { madeAt, sentAt: new Date().toISOString() };
    const body = { ...aCollision(), _id, capture, coming: [scene.announced] };
    const answers = await Promise.all([
      bring(saved),
      officer.client.call(createCollision, { body }),
      bring(saved),
      officer.client.call(createCollision, { body }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const { data } = await officer.client.ok(listComingFiles, { params: { id: _id } });
    expect(data).toMatchObject([{ id: scene.announced.id, state: 'coming' }]);
  });

  test('takes no other bytes than those that the phone announced', async () => {
    const scene = kept(await aPicture());
    const saved = aSavedCollision([scene]);
    await bring(saved);
    const { token } = await openSession(app.url, head.email);
    const other = { ...scene, content: scene.content.slice().reverse() };
    await sendFile({ url: app.url, token }, other);
    const params = { id: saved._id, file: scene.announced.id };
    expect(await head.client.call(receiveFile, { params })).toMatchObject(
      refusedAs(409, 'arrived_damaged'),
    );
  });

  test('shows its files to no officer beside its own, and to no superior of another place', async () => {
    const scene = kept(await aPicture());
    const saved = aSavedCollision([scene]);
    await bring(saved);
    const others = [
      await makePerson(app, 'booking officer', zaria),
      await makePerson(app, 'zonal head', { zone: 'Chikun' }),
    ];
    for (const { client, email } of others) {
      const params = { id: saved._id };
      expect((await client.call(listComingFiles, { params })).status).toBe(404);
      const { token } = await openSession(app.url, email);
      await expect(sendFile({ url: app.url, token }, scene)).rejects.toThrow('404');
    }
  });
});
