import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCollision } from '#contract/collisions.ts';
import { giveUpFile, listComingFiles, receiveFile, replaceFile } from '#contract/coming-files.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { listOriginals } from '#contract/originals.ts';
import { aJpeg, aStill, type Bytes, latin } from '#tests/support/camera-files.ts';
import { aCollision, aPicture, aVideo } from '#tests/support/collisions.ts';
import { announcedBy, beginFile, type Kept, kept, sendFile } from '#tests/support/coming-files.ts';
import { trailOf } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  other = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const sender = () => ({ url: app.url, token: officer.token });
const fileOf = (id: string, { announced }: Kept) => ({ params: { id, file: announced.id } });
const inPlaceOf = (id: string, before: Kept, { announced }: Kept) => {
  const { field: _field, ...body } = announced;
  return { ...fileOf(id, before), body };
};
const read = async (id: string) => (await officer.ok(readCollision, { params: { id } })).data;
const statesOf = async (id: string) =>
  (await officer.ok(listComingFiles, { params: { id } })).data.map(({ state }) => state);
const reason = { reason: 'The phone fell into the river.' };

/** A collision whose only evidence came and could not be read. */
async function withUnreadable(content: Bytes) {
  const file = kept(content);
  const { _id: id } = await announcedBy(officer, [file]);
  await sendFile(sender(), file);
  const answer = await officer.call(receiveFile, fileOf(id, file));
  return { id, file, answer };
}

describe('a collision is not stored where none of its evidence can be kept', () => {
  test.each([
    ['a HEIC picture', 'img', 'image/heic', /is of type image\/heic, which Hanya cannot store/],
    ['an AVIF picture', 'img', 'image/avif', /Send JPEG, PNG or WebP/],
    ['words', 'img', 'text/plain', /Send JPEG, PNG or WebP/],
    ['a picture as its video', 'vid', 'image/jpeg', /Send MP4, WebM, MOV or 3GP/],
    ['a video as its picture', 'driverImg-ABC-123DE', 'video/mp4', /Send JPEG, PNG or WebP/],
    ['nothing that its device could tell', 'img', '', /arrived without its type/],
  ])('announced is %s', async (_what, field, type, why) => {
    const wrong = kept(await aPicture(), field, type);
    const coming = [kept(await aPicture()).announced, wrong.announced];
    const _id = wrong.announced.id;
    expect(
      await officer.call(createCollision, { body: aCollision({ _id, coming }) }),
    ).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { [field]: expect.stringMatching(why) as string } },
    });
    expect(await officer.call(readCollision, { params: { id: _id } })).toMatchObject({
      status: 404,
    });
  });

  test('announced without any type', async () => {
    const { type: _type, ...untyped } = kept(await aPicture()).announced;
    const body = aCollision({ coming: [untyped] });
    expect((await officer.call(createCollision, { body })).status).toBe(400);
  });

  test.each<[string, string, () => Promise<Bytes> | Bytes]>([
    ['a HEIC picture', 'img', () => aStill()],
    ['a cut JPEG', 'img', async () => (await aPicture()).slice(0, 900)],
    ['a text named .jpg', 'img', () => latin('These are words.')],
    ['a JPEG of nothing', 'img', () => aJpeg()],
    ['a video that was cut off', 'vid', () => aVideo().slice(0, 2_000)],
  ])('sent with its words is %s', async (_what, field, content) => {
    const files = [{ field, content: await content(), name: 'scene.jpg', type: 'image/jpeg' }];
    expect(await officer.call(createCollision, { body: aCollision(), files })).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) as string } },
    });
  });
});

describe('an announced file that came and can’t be read', () => {
  test.each<[string, () => Promise<Bytes> | Bytes]>([
    ['a HEIC picture', () => aStill()],
    ['a cut JPEG', async () => (await aPicture('jpeg', 300, 200)).slice(0, 9_000)],
    ['a text', () => latin('These are words.')],
    ['a JPEG of nothing', () => aJpeg()],
  ])('%s is refused with its field, and the collision says so', async (_what, content) => {
    const { id, answer } = await withUnreadable(await content());
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { img: expect.any(String) as string } },
    });
    expect(await read(id)).toMatchObject({ filesToCome: 1, filesUnreadable: 1, img: [] });
    expect(await statesOf(id)).toEqual(['unreadable']);
    expect(JSON.stringify(await trailOf(app.db, { record: id }))).toContain('file-unreadable');
  });

  test('is replaced by its officer, and the collision has its evidence', async () => {
    const { id, file } = await withUnreadable(latin('These are words.'));
    const another = kept(await aPicture());
    const replaced = await officer.ok(replaceFile, inPlaceOf(id, file, another));
    expect(replaced.data).toMatchObject({ filesToCome: 1, filesUnreadable: 0 });
    await sendFile(sender(), another);
    await officer.ok(receiveFile, fileOf(id, another));
    expect(await read(id)).toMatchObject({ filesToCome: 0, img: [expect.any(String)] });
    expect((await statesOf(id)).toSorted()).toEqual(['given up', 'received']);
    expect(JSON.stringify(await trailOf(app.db, { record: id }))).toContain('file-replaced');
  });

  test('is replaced at the vehicle that it shows', async () => {
    const [scene, driver] = [kept(await aPicture()), kept(aStill(), 'driverImg-KJA-482FG')];
    const { _id: id } = await announcedBy(officer, [scene, driver]);
    await sendFile(sender(), driver);
    expect((await officer.call(receiveFile, fileOf(id, driver))).status).toBe(400);
    const another = kept(await aPicture());
    await officer.ok(replaceFile, inPlaceOf(id, driver, another));
    await sendFile(sender(), another);
    await officer.ok(receiveFile, fileOf(id, another));
    const { vehicle } = await read(id);
    expect(vehicle.map(({ driverImg }) => driverImg !== '')).toEqual([false, true]);
  });

  test('is replaced once, however often it is asked for', async () => {
    const { id, file } = await withUnreadable(latin('These are words.'));
    const another = kept(await aPicture());
    const answers = await Promise.all(
      [1, 2, 3].map(() => officer.call(replaceFile, inPlaceOf(id, file, another))),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await officer.ok(replaceFile, inPlaceOf(id, file, another));
    expect((await statesOf(id)).toSorted()).toEqual(['coming', 'given up']);
  });

  test('is replaced by nobody else, and by nothing that can’t be kept', async () => {
    const { id, file } = await withUnreadable(latin('These are words.'));
    const another = kept(await aPicture());
    for (const somebody of [other, admin])
      expect((await somebody.call(replaceFile, inPlaceOf(id, file, another))).status).toBe(404);
    const heic = kept(aStill(), 'img', 'image/heic');
    expect((await officer.call(replaceFile, inPlaceOf(id, file, heic))).status).toBe(400);
    const taken = { ...kept(await aPicture()).announced, id: file.announced.id };
    expect(
      await officer.call(replaceFile, {
        ...inPlaceOf(id, file, another),
        body: inPlaceOf(id, file, { ...another, announced: taken }).body,
      }),
    ).toMatchObject({ status: 409, body: { code: 'file_id_taken' } });
    expect(await statesOf(id)).toEqual(['unreadable']);
  });

  test('that was received is never replaced', async () => {
    const scene = kept(await aPicture());
    const { _id: id } = await announcedBy(officer, [scene]);
    await sendFile(sender(), scene);
    await officer.ok(receiveFile, fileOf(id, scene));
    const another = kept(await aPicture());
    expect(await officer.call(replaceFile, inPlaceOf(id, scene, another))).toMatchObject({
      status: 409,
      body: { code: 'received_already' },
    });
    expect((await beginFile(sender(), another)).status).toBe(404);
  });
});

describe('the last evidence of a collision is not given up', () => {
  test('while no other can be seen', async () => {
    const { id, file } = await withUnreadable(latin('These are words.'));
    const call = { ...fileOf(id, file), body: reason };
    expect(await officer.call(giveUpFile, call)).toMatchObject({
      status: 409,
      body: { code: 'only_evidence' },
    });
    const another = kept(await aPicture());
    await officer.ok(replaceFile, inPlaceOf(id, file, another));
    expect((await officer.call(giveUpFile, { ...fileOf(id, another), body: reason })).status).toBe(
      409,
    );
    expect(await statesOf(id)).toContain('coming');
  });

  test('of two that are given up at once one stays', async () => {
    const files = [kept(await aPicture()), kept(aVideo(), 'vid')];
    const { _id: id } = await announcedBy(officer, files);
    const answers = await Promise.all(
      files.map((file) => officer.call(giveUpFile, { ...fileOf(id, file), body: reason })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('but a picture of a vehicle is, and that of a scene which has another', async () => {
    const [scene, driver] = [kept(await aPicture()), kept(await aPicture(), 'driverImg-ABC-123DE')];
    const more = kept(await aPicture());
    const { _id: id } = await announcedBy(officer, [scene, more, driver]);
    for (const file of [driver, more])
      await officer.ok(giveUpFile, { ...fileOf(id, file), body: reason });
    expect((await read(id)).filesToCome).toBe(1);
  });
});

test('what a camera noted stands with the original, for whoever may see it', async () => {
  const scene = kept(await aPicture());
  const taken = { at: '2026-11-22T08:12:30', position: { lat: 11.12, lng: 7.7 }, orientation: 6 };
  const body = aCollision({ coming: [{ ...scene.announced, taken }] });
  const { _id: id } = (await officer.ok(createCollision, { body })).data;
  await sendFile(sender(), scene);
  await officer.ok(receiveFile, fileOf(id, scene));
  const { data } = await admin.ok(listOriginals, { params: { id } });
  expect(data).toMatchObject([{ taken, sha256: scene.announced.sha256 }]);
  expect((await officer.call(listOriginals, { params: { id } })).status).toBe(403);
  const wrong = { ...taken, position: { lat: 95, lng: 7.7 } };
  const refused = aCollision({ coming: [{ ...kept(await aPicture()).announced, taken: wrong }] });
  expect((await officer.call(createCollision, { body: refused })).status).toBe(400);
});
