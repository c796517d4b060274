import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCollision } from '#contract/collisions.ts';
import { giveUpFile, listComingFiles, receiveFile, uploadPath } from '#contract/coming-files.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { listOriginals } from '#contract/originals.ts';
import { type FileParts, openFileParts } from '#server/gateways/file-parts.ts';
import { createClient } from '#tests/support/client.ts';
import { aCollision, aPicture, aVideo } from '#tests/support/collisions.ts';
import {
  announcedBy,
  beginFile,
  type Kept,
  kept,
  partCall,
  sendFile,
  sendPart,
} from '#tests/support/coming-files.ts';
import { trailOf } from '#tests/support/journey.ts';
import { until } from '#tests/support/journey.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let other: Person;
let admin: Person;
let parts: FileParts;
beforeAll(async () => {
  app = await startTestApp();
  parts = await openFileParts(app);
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  other = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  admin = await makePerson(app, 'state admin');
});
afterAll(() => app.stop());

const sender = () => ({ url: app.url, token: officer.token });
const fileOf = (id: string, { announced }: Kept) => ({ params: { id, file: announced.id } });

describe('a collision whose files come after its words', () => {
  test('says how many are still to come, and shows each where it belongs once it is received', async () => {
    const scene = kept(await aPicture());
    const video = kept(aVideo(90_000), 'vid');
    const driver = kept(await aPicture('png'), 'driverImg-ABC-123DE', 'image/png');
    const { _id: id, filesToCome } = await announcedBy(officer, [scene, video, driver]);
    expect(filesToCome).toBe(3);
    for (const [index, file] of [video, driver, scene].entries()) {
      await sendFile(sender(), file);
      const { data } = await officer.ok(receiveFile, fileOf(id, file));
      expect(data.filesToCome).toBe(2 - index);
    }
    const { data } = await officer.ok(readCollision, { params: { id } });
    expect(data).toMatchObject({ filesToCome: 0, img: [expect.any(String)] });
    expect(data.vehicle.map(({ driverImg }) => driverImg !== '')).toEqual([true, false]);
    const shown = await fetch(`${app.url}${data.vid}`);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(video.announced.sha256);
    const { data: originals } = await admin.ok(listOriginals, { params: { id } });
    expect(JSON.stringify(originals)).toContain(scene.announced.sha256);
    const events = await trailOf(app.db, { record: id });
    expect(JSON.stringify(events).match(/file-received/g)).toHaveLength(3);
  });

  test('is refused without any evidence, in the call or announced', async () => {
    const answer = await officer.call(createCollision, { body: aCollision() });
    expect(answer.status).toBe(400);
  });

  test('sent again is the same collision, and its files are announced once', async () => {
    const file = kept(await aPicture());
    const { _id } = await announcedBy(officer, [file]);
    const body = aCollision({ _id, coming: [file.announced] });
    const first = aCollision({ _id: undefined, coming: [file.announced] });
    expect((await officer.call(createCollision, { body })).status).toBe(409);
    expect(await officer.call(createCollision, { body: first })).toMatchObject({
      status: 409,
      body: { code: 'file_id_taken' },
    });
  });

  test('asks for no more than an account may store within a day', async () => {
    const large = kept(aVideo(), 'vid').announced;
    const videos = Array.from({ length: 26 }, () => ({
      ...kept(aVideo(), 'img').announced,
      bytes: 15 * 1024 * 1024,
    }));
    const body = aCollision({ coming: [{ ...large, bytes: 200 * 1024 * 1024 }, ...videos] });
    for (let times = 0; times < 8; times += 1)
      await other.call(createCollision, { body: withNewIds(body) });
    expect(await other.call(createCollision, { body: withNewIds(body) })).toMatchObject({
      status: 429,
      body: { code: 'too_much_to_come' },
    });
  });
});

const withNewIds = (body: ReturnType<typeof aCollision>) => ({
  ...body,
  coming: body.coming?.map((file) => ({ ...file, id: kept(aVideo()).announced.id })) ?? [],
});

describe('a file that is sent in parts', () => {
  test('goes on where it was cut off, however often', async () => {
    const video = kept(aVideo(200_000), 'vid');
    const { _id: id } = await announcedBy(officer, [video]);
    await beginFile(sender(), video);
    let sent = 0;
    for (let cut = 0; cut < 60 && sent < video.content.length; cut += 1) {
      if (cut % 2 === 0) await cutOff(video, sent, sent + 30_000, 10_000);
      else await sendPart(sender(), video, sent, Math.min(sent + 25_000, video.content.length));
      const [file] = (await officer.ok(listComingFiles, { params: { id } })).data;
      sent = file?.sent ?? 0;
    }
    const { data } = await officer.ok(receiveFile, fileOf(id, video));
    expect(data.filesToCome).toBe(0);
  });

  test('is not received before all of it is there', async () => {
    const picture = kept(await aPicture());
    const { _id: id } = await announcedBy(officer, [picture]);
    expect((await officer.call(receiveFile, fileOf(id, picture))).status).toBe(409);
    await beginFile(sender(), picture);
    await sendPart(sender(), picture, 0, 100);
    expect(await officer.call(receiveFile, fileOf(id, picture))).toMatchObject({
      status: 409,
      body: { code: 'not_all_sent' },
    });
  });

  test('whose hash is another one is thrown away, and can be sent anew', async () => {
    const picture = kept(await aPicture());
    const { _id: id } = await announcedBy(officer, [picture]);
    await beginFile(sender(), picture);
    const damaged = picture.content.slice();
    damaged.fill(0, 50, 60);
    await sendPart(sender(), { ...picture, content: damaged });
    expect(await officer.call(receiveFile, fileOf(id, picture))).toMatchObject({
      status: 409,
      body: { code: 'arrived_damaged' },
    });
    await sendFile(sender(), picture);
    await officer.ok(receiveFile, fileOf(id, picture));
  });

  test('is received once, however many ask for it at once', async () => {
    const picture = kept(await aPicture());
    const { _id: id } = await announcedBy(officer, [picture]);
    await sendFile(sender(), picture);
    const answers = await Promise.all(
      [1, 2, 3].map(() => officer.call(receiveFile, fileOf(id, picture))),
    );
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    const { data } = await officer.ok(receiveFile, fileOf(id, picture));
    expect(data.img).toHaveLength(1);
    const rows = await app.db
      .selectFrom('files')
      .select('id')
      .where('sha256', '=', picture.announced.sha256)
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('who may send a file', () => {
  test('is the officer who announced it, and nobody else', async () => {
    const picture = kept(await aPicture());
    const { _id: id } = await announcedBy(officer, [picture]);
    const stranger = { url: app.url, token: other.token };
    expect((await beginFile(stranger, picture)).status).toBe(404);
    expect((await beginFile({ url: app.url, token: 'no token' }, picture)).status).toBe(401);
    await beginFile(sender(), picture);
    expect((await sendPart(stranger, picture)).status).toBe(404);
    expect((await partCall(stranger, 'HEAD', picture.announced.id)).status).toBe(404);
    for (const endpoint of [receiveFile, giveUpFile] as const)
      expect(
        await other.call(endpoint, { ...fileOf(id, picture), body: { reason: 'Mine.' } }),
      ).toMatchObject({ status: 404 });
    expect((await other.call(listComingFiles, { params: { id } })).status).toBe(404);
    const nobody = createClient(app.url);
    expect((await nobody.call(listComingFiles, { params: { id } })).status).toBe(401);
  });

  test('what was not announced, or in another size, is refused', async () => {
    expect((await beginFile(sender(), kept(aVideo()))).status).toBe(404);
    const picture = kept(await aPicture());
    await announcedBy(officer, [picture]);
    const longer = { ...picture.announced, bytes: picture.announced.bytes + 1 };
    expect((await beginFile(sender(), { ...picture, announced: longer })).status).toBe(400);
    const bare = await fetch(`${app.url}${uploadPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${officer.token}` },
    });
    expect(bare.status).toBe(412);
  });

  test('a file that has begun to arrive is not begun again', async () => {
    const picture = kept(await aPicture());
    await announcedBy(officer, [picture]);
    await beginFile(sender(), picture);
    await sendPart(sender(), picture, 0, 50);
    expect((await beginFile(sender(), picture)).status).toBe(409);
    const head = await partCall(sender(), 'HEAD', picture.announced.id);
    expect(head.headers.get('upload-offset')).toBe('50');
  });
});

test('a file that will not come is given up with a reason, for good', async () => {
  const picture = kept(await aPicture());
  const { _id: id } = await announcedBy(officer, [picture, kept(await aPicture())]);
  const body = { reason: 'The phone fell into the river.' };
  const { data } = await officer.ok(giveUpFile, { ...fileOf(id, picture), body });
  expect(data.filesToCome).toBe(1);
  await officer.ok(giveUpFile, { ...fileOf(id, picture), body });
  expect((await beginFile(sender(), picture)).status).toBe(404);
  expect((await officer.call(receiveFile, fileOf(id, picture))).status).toBe(409);
  const received = kept(await aPicture());
  const second = await announcedBy(officer, [received]);
  await sendFile(sender(), received);
  await officer.ok(receiveFile, fileOf(second._id, received));
  expect(await officer.call(giveUpFile, { ...fileOf(second._id, received), body })).toMatchObject({
    status: 409,
    body: { code: 'received_already' },
  });
});

/** Sends a part whose connection breaks before its end, and waits until the server has noticed. */
async function cutOff(file: Kept, from: number, to: number, before: number): Promise<void> {
  const part = file.content.slice(from, to);
  const { hostname, port } = new URL(app.url);
  const sending = request({
    hostname,
    port,
    method: 'PATCH',
    path: `${uploadPath}/${file.announced.id}`,
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${officer.token}`,
      'upload-offset': String(from),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(part.length),
    },
  });
  sending.on('error', () => undefined);
  sending.write(part.slice(0, Math.max(0, part.length - before)));
  await until('a part arrives', async () => (await parts.sentOf(file.announced.id)) > from);
  sending.destroy();
}
