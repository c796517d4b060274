import { type ClientRequest, request as open } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCollision } from '#contract/new-collisions.ts';
import { bookingCounts } from '#contract/statistics.ts';
import { openSession, refusalOf, type Session } from '#tests/support/client.ts';
import { aCollision, anImage } from '#tests/support/collisions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { until } from '#tests/support/journey.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
/** Three sessions of one account. */
let hers: readonly Session[];
let his: Session;

beforeAll(async () => {
  app = await startTestApp();
  const { email } = await makeAccount(app.db, 'booking officer');
  hers = await Promise.all([1, 2, 3].map(() => openSession(app.url, email)));
  his = await openSession(app.url, (await makeAccount(app.db, 'booking officer')).email);
});
afterAll(() => app.stop());

/** Ways to write the same header. */
const schemes = ['Bearer', 'bearer', 'BEARER', 'bEARER', 'BeArEr'];

/** Begins a form of which nothing more comes. */
function begin(authorization: string, length?: number): ClientRequest {
  const asked = open(`${app.url}${createCollision.path}`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'multipart/form-data; boundary=xx',
      ...(length !== undefined && { 'content-length': length }),
    },
  });
  asked.on('error', () => undefined);
  asked.write('--xx\r\ncontent-disposition: form-data; name="zone"\r\n\r\nZaria\r\n');
  return asked;
}

/** Begins forms in every session and spelling of one account; answers how many are refused at once. */
function beginMany(count: number, length?: number) {
  let refused = 0;
  const begun = Array.from({ length: count }, (_, index) => {
    const token = hers[index % hers.length]?.token ?? '';
    const asked = begin(`${schemes[index % schemes.length]} ${token}`, length);
    asked.on('response', ({ statusCode }) => {
      refused += statusCode === 503 ? 1 : 0;
    });
    return asked;
  });
  return {
    refused: () => refused,
    end: () => {
      for (const asked of begun) asked.destroy();
    },
  };
}

test.each([
  ['long forms', 100_000],
  ['forms of a length that is not said', undefined],
])('one account holds eight %s, in whatever sessions and spellings', async (_what, length) => {
  const forms = beginMany(40, length);
  await until('the rest is refused', () => Promise.resolve(forms.refused() === 32));
  const request = { body: aCollision(), files: [await anImage()] };
  expect(await his.client.call(createCollision, request)).toMatchObject({ status: 201 });
  // Another long form of somebody else is read, too.
  const long = { body: aCollision({ notes: 'n'.repeat(2_000) }), files: [await anImage('vid')] };
  expect((await his.client.call(createCollision, long)).status).not.toBe(503);
  const own = fetch(`${app.url}${createCollision.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hers[0]?.token}` },
    body: (() => {
      const form = new FormData();
      form.append('img', new Blob([new Uint8Array(200_000)]), 'scene.jpg');
      return form;
    })(),
  });
  expect(await refusalOf(own)).toMatchObject({ status: 503, code: 'busy' });
  forms.end();
});

test('short forms of which nothing comes keep nobody from sending theirs', async () => {
  const forms = beginMany(60, 10_000);
  const request = { body: aCollision(), files: [await anImage()] };
  for (const { client } of [his, hers[1] ?? his])
    expect(await client.call(createCollision, request)).toMatchObject({ status: 201 });
  expect(forms.refused()).toBe(0);
  forms.end();
});

test('reads of one account wait for each other, and all of them are answered', async () => {
  const asked = Array.from({ length: 40 }, (_, index) =>
    fetch(`${app.url}${bookingCounts.path}`, {
      headers: { authorization: `Bearer ${hers[index % hers.length]?.token}` },
    }),
  );
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
});
