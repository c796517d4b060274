import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCollision } from '#contract/collisions.ts';
import { listComingFiles, receiveFile } from '#contract/coming-files.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { listOriginals } from '#contract/originals.ts';
import { type Client, openSession, type SentFile } from '#tests/support/client.ts';
import { aCollision, aPicture, aVideo } from '#tests/support/collisions.ts';
import { type Kept, kept, sendFile } from '#tests/support/coming-files.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Client;
let token: string;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  const { email } = await makeAccount(app.db, 'booking officer', { zone: 'Zaria' });
  ({ client: officer, token } = await openSession(app.url, email));
  const superior = await makeAccount(app.db, 'state admin');
  admin = (await openSession(app.url, superior.email)).client;
});
afterAll(() => app.stop());

const sent = ({ content, announced: { field, type } }: Kept): SentFile => ({
  field,
  content,
  name: 'file',
  type,
});
const announcing = (files: readonly Kept[], _id = ulid()) =>
  aCollision({ _id, coming: files.map(({ announced }) => announced) });

async function scene() {
  return [
    kept(await aPicture()),
    kept(await aPicture('png'), 'driverImg-ABC-123DE', 'image/png'),
    kept(await aPicture('jpeg', 80, 60)),
  ] as const;
}

test('274b to 274d: files that were announced and come beside the words are received with them', async () => {
  const files = await scene();
  const body = announcing(files);
  const { data } = await officer.ok(createCollision, { body, files: files.map(sent) });
  expect(data).toMatchObject({ _id: body._id, filesToCome: 0 });
  expect(data.img).toHaveLength(2);
  expect(data.vehicle.map(({ driverImg }) => driverImg !== '')).toEqual([true, false]);
  const params = { id: data._id };
  const coming = (await officer.ok(listComingFiles, { params })).data;
  expect(coming.map(({ id }) => id).toSorted()).toEqual(
    files.map(({ announced }) => announced.id).toSorted(),
  );
  expect(coming.map(({ state }) => state)).toEqual(['received', 'received', 'received']);
  const originals = (await admin.ok(listOriginals, { params })).data;
  expect(originals.map(({ sha256 }) => sha256).toSorted()).toEqual(
    files.map(({ announced }) => announced.sha256).toSorted(),
  );
});

test('274c, 274d: words sent again without their files, or with them, are the same collision', async () => {
  const files = await scene();
  const body = announcing(files);
  await officer.ok(createCollision, { body, files: files.map(sent) });
  const words = (await officer.ok(createCollision, { body })).data;
  expect(words).toMatchObject({ _id: body._id, filesToCome: 0 });
  const whole = await officer.ok(createCollision, { body, files: files.map(sent) });
  expect(whole.data.img).toHaveLength(2);
  // Whoever asks for one of them all the same is told that it is there.
  const params = { id: words._id, file: files[0].announced.id };
  expect((await officer.ok(receiveFile, { params })).data.filesToCome).toBe(0);
});

test('274c: of a collision whose words came first, files that come beside them again are left to come', async () => {
  const files = await scene();
  const body = announcing(files);
  expect((await officer.ok(createCollision, { body })).data.filesToCome).toBe(3);
  const again = await officer.ok(createCollision, { body, files: files.map(sent) });
  expect(again.data).toMatchObject({ filesToCome: 3, img: [] });
});

test('274c: a video that is announced comes after the pictures beside the words', async () => {
  const files = await scene();
  const video = kept(aVideo(90_000), 'vid');
  const body = announcing([...files, video]);
  const { data } = await officer.ok(createCollision, { body, files: files.map(sent) });
  expect(data).toMatchObject({ filesToCome: 1, vid: '' });
  expect(data.img).toHaveLength(2);
  await sendFile({ url: app.url, token }, video);
  const params = { id: data._id, file: video.announced.id };
  expect((await officer.ok(receiveFile, { params })).data.filesToCome).toBe(0);
  const read = await officer.ok(readCollision, { params: { id: data._id } });
  expect(read.data.vid).not.toBe('');
});

test('274c: a file beside the words that is not the announced one takes no place of it', async () => {
  const [picture, driver] = await scene();
  const other = await aPicture('png', 65, 48);
  const body = announcing([picture, driver]);
  const wrong = { ...sent(driver), content: other };
  const answer = await officer.call(createCollision, { body, files: [sent(picture), wrong] });
  expect(answer).toMatchObject({ status: 400 });
  const read = await officer.call(readCollision, { params: { id: body._id ?? '' } });
  expect(read.status).toBe(404);
});

test('274c: two announced files with the same bytes are two', async () => {
  const [picture] = await scene();
  const twin = kept(picture.content);
  const body = announcing([picture, twin]);
  const one = await officer.ok(createCollision, { body, files: [sent(picture)] });
  expect(one.data).toMatchObject({ filesToCome: 1 });
  expect(one.data.img).toHaveLength(1);
});
