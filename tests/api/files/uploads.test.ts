import { existsSync, readdirSync } from 'node:fs';
import { type ClientRequest, request as open } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureSchema } from '#contract/answers.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { pictureLimit, videoLimit } from '#contract/upload-limits.ts';
import { formOf, refusalOf } from '#tests/support/client.ts';
import { aCollision, anImage, aPicture } from '#tests/support/collisions.ts';
import { until } from '#tests/support/journey.ts';
import { keptIn } from '#tests/support/kept-files.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let observer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
  observer = await makePerson(app, 'observer');
});
afterAll(() => app.stop());

const post = (
  body: BodyInit,
  headers: Record<string, string> = {},
  path: string = createCollision.path,
) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${officer.token}`, ...headers },
    body,
  });

/** A request whose body is written piece by piece. */
function begin(token: string | undefined, length?: number): ClientRequest {
  return open(`${app.url}${createCollision.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=xx',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(length !== undefined && { 'content-length': length }),
    },
  });
}

const fileHead = (field: string) =>
  `--xx\r\ncontent-disposition: form-data; name="${field}"; filename="f"\r\ncontent-type: video/mp4\r\n\r\n`;

async function answerTo(asked: ClientRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>();
  asked.on('error', reject);
  asked.on('response', (response) => {
    text(response).then((body) => {
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(body) });
    }, reject);
  });
  const { status, body } = await promise;
  return { status, ...failureSchema.strict().parse(body) };
}

const uploading = (): number => {
  const folder = join(app.dataDir, 'uploads');
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

describe('the order of things', () => {
  test('fields may come before, after and between the files', async () => {
    const fields = Object.entries(aCollision()).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
    const image = new Blob([await aPicture()]);
    for (const at of [0, 2, fields.length]) {
      const form = new FormData();
      fields.slice(0, at).forEach(([name, value]) => {
        form.append(name, value);
      });
      form.append('img', image, 'scene.jpg');
      fields.slice(at).forEach(([name, value]) => {
        form.append(name, value);
      });
      expect((await post(form)).status).toBe(201);
    }
  });

  test.each([
    ['401 without a session', 401, () => undefined],
    ['403 without the right', 403, () => observer.token],
  ])('%s is answered before the body has come', async (_what, status, token) => {
    const asked = begin(token());
    asked.write(`${fileHead('img')}the rest never comes`);
    expect((await answerTo(asked)).status).toBe(status);
    asked.destroy();
    expect(uploading()).toBe(0);
  });

  test('an empty file part, as browsers send it where no file was chosen, is no file', async () => {
    const form = formOf(aCollision(), [await anImage()]);
    form.append('vid', new Blob([]), '');
    expect((await post(form)).status).toBe(201);
  });
});

describe('the type of the body', () => {
  test('a collision as JSON is a 415', async () => {
    const asked = post(JSON.stringify(aCollision()), { 'content-type': 'application/json' });
    expect(await refusalOf(asked)).toMatchObject({
      status: 415,
      error: 'Send the request as multipart/form-data.',
    });
  });

  test('a booking as a form is a 415', async () => {
    expect(
      await refusalOf(post(formOf({ zone: 'Zaria' }, []), {}, createBooking.path)),
    ).toMatchObject({
      status: 415,
      error: 'Send the request as application/json.',
    });
  });

  test.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    ['that breaks off', 'multipart/form-data; boundary=xx', `${fileHead('img')}half`],
    ['of another shape', 'multipart/form-data; boundary=xx', '{"zone":"Zaria"}'],
  ])('a form %s is a 400', async (_what, type, body) => {
    expect(await refusalOf(post(body, { 'content-type': type }))).toMatchObject({ status: 400 });
    await keptIn(app);
  });
});

describe('what does not belong', () => {
  test('a file that is not declared is a 400 that names it', async () => {
    const before = await keptIn(app);
    const files = [await anImage(), await anImage('secret')];
    expect(await refusalOf(post(formOf(aCollision(), files)))).toMatchObject({
      status: 400,
      error: 'Do not send a file as secret.',
      fields: { secret: 'Do not send a file as secret.' },
    });
    expect(await keptIn(app)).toEqual(before);
  });

  test('two videos are a 400', async () => {
    const files = [await anImage('vid'), await anImage('vid')];
    expect(await refusalOf(post(formOf(aCollision(), files)))).toMatchObject({
      error: 'Send only one file as vid.',
    });
  });

  test('a field that comes twice is a 400', async () => {
    const form = formOf(aCollision(), [await anImage()]);
    form.append('zone', 'Chikun');
    expect(await refusalOf(post(form))).toMatchObject({ error: 'Send the field zone only once.' });
  });

  test.each(['vehicle', 'noOfCars', 'position', 'witness'])(
    '%s that is no JSON is a 400',
    async (name) => {
      const form = formOf(aCollision(), [await anImage()]);
      form.set(name, '[{"plate":');
      expect(await refusalOf(post(form))).toMatchObject({ status: 400, code: 'invalid' });
      await keptIn(app);
    },
  );

  test.each(['__proto__', 'constructor'])('a field called %s does no harm', async (name) => {
    const form = formOf(aCollision(), [await anImage()]);
    form.append(name, '{"demo":true}');
    expect((await post(form)).status).toBeLessThan(500);
    expect(({} as { demo?: unknown }).demo).toBeUndefined();
  });
});

describe('sizes', () => {
  test('a picture above its limit is a 413 that names it, and one at the limit is looked at', async () => {
    const before = await keptIn(app);
    const sized = (bytes: number) =>
      refusalOf(post(formOf(aCollision(), [{ field: 'img', content: new Uint8Array(bytes) }])));
    const error = 'The picture img is larger than 15 MB. Send a smaller one.';
    expect(await sized(pictureLimit + 1)).toMatchObject({
      status: 413,
      code: 'too_large',
      error,
      fields: { img: error },
    });
    expect(await sized(pictureLimit)).toMatchObject({ status: 400 });
    expect(await keptIn(app)).toEqual(before);
  });

  test('a video above its limit is a 413 that names it', async () => {
    const asked = begin(officer.token);
    const heard = answerTo(asked);
    const megabyte = Buffer.alloc(1024 * 1024);
    asked.write(fileHead('vid'));
    for (let sent = 0; sent <= videoLimit; sent += megabyte.length)
      if (!asked.write(megabyte)) await new Promise((resolve) => asked.once('drain', resolve));
    asked.end('\r\n--xx--\r\n');
    expect(await heard).toMatchObject({
      status: 413,
      error: 'The video vid is larger than 200 MB. Send a smaller one.',
    });
    await keptIn(app);
  });

  test('a body that announces more than all files together may have is a 413 at once', async () => {
    const asked = begin(officer.token, 700 * 1024 * 1024);
    asked.write(fileHead('vid'));
    expect(await answerTo(asked)).toMatchObject({ status: 413, code: 'too_large' });
    asked.destroy();
    await keptIn(app);
  });

  test('too many parts are a 413', async () => {
    const form = formOf(aCollision(), []);
    for (let part = 0; part < 300; part += 1) form.append('img', new Blob(['x']), 'x.jpg');
    expect(await refusalOf(post(form))).toMatchObject({ status: 413 });
    await keptIn(app);
  });

  test('a field too long for any form is a 413 that names it', async () => {
    const form = formOf(aCollision({ notes: 'n'.repeat(1_100_000) }), [await anImage()]);
    expect(await refusalOf(post(form))).toMatchObject({
      status: 413,
      error: 'The field notes is too long. Shorten it.',
    });
    await keptIn(app);
  });

  test('fields that are too long together are a 413, since they are kept in memory', async () => {
    const form = formOf(aCollision(), []);
    for (let field = 0; field < 12; field += 1) form.append(`note${field}`, 'n'.repeat(100_000));
    expect(await refusalOf(post(form))).toMatchObject({
      status: 413,
      error: 'The text in this form is too long. Shorten it.',
    });
  });
});

test('an upload that is cut off in the middle leaves nothing behind', async () => {
  const before = await keptIn(app);
  const asked = begin(officer.token);
  asked.on('error', () => undefined);
  asked.write(fileHead('img'));
  asked.write(Buffer.alloc(300_000));
  await until('the upload has begun', () => Promise.resolve(uploading() === 1));
  asked.destroy();
  await until('its folder is gone', () => Promise.resolve(uploading() === 0));
  expect(await keptIn(app)).toEqual(before);
});
