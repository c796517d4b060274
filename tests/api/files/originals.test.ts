import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { createCollision } from '#contract/new-collisions.ts';
import { listOriginals } from '#contract/originals.ts';
import { dailyUploadLimit } from '#contract/upload-limits.ts';
import { verifyAudit } from '#server/trail.ts';
import { aCollision, aPicture, aVideo, recorded } from '#tests/support/collisions.ts';
import { foldAll } from '#tests/support/folding.ts';
import { test } from '#tests/support/scene.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('evidence is kept byte for byte as it came, with its hash in the trail, and can only be saved', async ({
  app,
  officer,
  admin,
}) => {
  const photo = new Uint8Array(
    await sharp(await aPicture())
      .withExifMerge({ IFD0: { Artist: 'The camera' } })
      .jpeg()
      .toBuffer(),
  );
  const [driver, video] = [await aPicture('png'), aVideo()];
  const files = [
    { field: 'img', content: photo },
    { field: 'vid', content: video },
    { field: 'driverImg-KJA-482FG', content: driver },
  ];
  const { data } = await officer.ok(createCollision, { body: aCollision(), files });
  const { data: originals } = await admin.ok(listOriginals, { params: { id: data._id } });
  const by = { role: 'booking officer', name: 'Amina Sule', id: officer.id };
  expect(originals).toMatchObject([
    {
      field: 'img',
      line: 1,
      type: 'image/jpeg',
      bytes: photo.length,
      sha256: sha256(photo),
      sentBy: by,
    },
    { field: 'vid', line: 2, type: 'video/mp4', sha256: sha256(video) },
    { field: 'driverImg', line: 2, type: 'image/png', sha256: sha256(driver) },
  ]);

  const saved = await fetch(app.url + (originals[0]?.address ?? ''));
  expect(new Uint8Array(await saved.arrayBuffer())).toEqual(photo);
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringMatching(/^attachment; filename="\w{26}\.jpg"$/) as unknown,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const shown = await fetch(app.url + (data.img[0] ?? ''));
  expect(Buffer.from(await shown.arrayBuffer()).includes('The camera')).toBe(false);

  const trail = await app.db
    .selectFrom('audit')
    .select('after')
    .where('record_id', '=', data._id)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(trail.after)).toContain(sha256(photo));
});

test('the verification names evidence that is not what the trail says', async ({
  app,
  officer,
}) => {
  await foldAll(app.db);
  const { _id } = await recorded(officer);
  await foldAll(app.db);
  const found = async () =>
    (await verifyAudit(app.owner)).findings.filter((finding) => finding.includes(_id));
  expect(await found()).toEqual([]);
  const original = app.owner.updateTable('files').where('kind', '=', 'original');
  await original
    .set({ sha256: '0'.repeat(64) })
    .where('created_by', '=', officer.id)
    .execute();
  expect(await found()).toEqual([`Collision ${_id} has other evidence than the trail says.`]);
});

test('an account stores so much within a day, and is told when it is too much', async ({
  app,
  hire,
}) => {
  const sender = await hire('booking officer');
  const sent = (bytes: number, created_at: Date) =>
    app.owner
      .insertInto('files')
      .values({
        id: `EARLIER ${bytes}`,
        kind: 'video',
        content_type: 'video/mp4',
        sha256: '',
        created_by: sender.id,
        bytes,
        created_at,
      })
      .execute();
  await sent(dailyUploadLimit * 2, new Date(Date.now() - 25 * 3_600_000));
  await recorded(sender);
  await sent(dailyUploadLimit - 1_000, new Date(Date.now() - 23 * 3_600_000));
  const files = [{ field: 'img', content: await aPicture('png', 200, 200) }];
  expect(await sender.call(createCollision, { body: aCollision(), files })).toMatchObject({
    status: 429,
    body: {
      code: 'too_much_today',
      error:
        'You have sent 5 GB of pictures and videos in a day, which is the limit. Send the rest tomorrow.',
    },
  });
});
