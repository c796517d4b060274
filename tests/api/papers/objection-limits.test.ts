import { type ClientRequest, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendForm } from '#tests/support/disputes.ts';
import { booked } from '#tests/support/journey.ts';
import type { said } from '#tests/support/objections.ts';
import {
  bodyOf,
  carries,
  file,
  keyedObjection,
  keyOf,
  pdf,
  sendObjection,
  type Sent,
} from '#tests/support/objections.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

const ticket = async () => {
  const { _id: id } = await booked(officer, { phoneNo: '0803 555 0142' });
  return { code: await ticketCodeOf(app.db, id) };
};
const object = (code: string, files: readonly Sent[] = [], change: Partial<typeof said> = {}) =>
  (files.length > 0 ? keyedObjection : sendObjection)(app, code, files, change);

test('what is written comes back while too many forms are read', async () => {
  const { code } = await ticket();
  const key = await keyOf(app, code);
  const open: ClientRequest[] = [];
  const begin = () => {
    const sent = request(`${app.url}/t/${code}/objection${key}`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 10 * 1024 * 1024,
      },
    });
    sent.on('error', () => undefined);
    sent.write('--x\r\ncontent-disposition: form-data; name="proof"\r\n\r\n0142\r\n');
    open.push(sent);
  };
  for (let number = 0; number < 8; number += 1) begin();
  const long = file('a.jpg', new Uint8Array(9 * 1024 * 1024));
  let busy = await object(code, [long]);
  // One that took the place of theirs has left it to another.
  for (let tries = 0; tries < 8 && busy.status !== 503; tries += 1) {
    begin();
    await wait(500);
    busy = await object(code, [long]);
  }
  expect(busy.status).toBe(503);
  carries(bodyOf(await busy.text()));
  for (const sent of open) sent.destroy();
});

test('what is written comes back where too many proofs were tried, or forms sent', async () => {
  const { code } = await ticket();
  let last = await object(code, [], { proof: '9001' });
  for (let guess = 0; guess < 14 && last.status !== 429; guess += 1)
    last = await object(code, [], { proof: `90${10 + guess}` });
  expect(last.status).toBe(429);
  carries(bodyOf(await last.text()));
  const other = await ticket();
  let limited = await sendForm(app, `${other.code}/more`, { proof: '0142' });
  for (let time = 0; time < 70 && limited.status !== 429; time += 1)
    limited = await object(other.code, [file('a.pdf', pdf())], { words: ' ' });
  expect(limited.status).toBe(429);
  const again = await object(other.code, [file('a.pdf', pdf())]);
  expect(again.status).toBe(429);
  carries(bodyOf(await again.text()));
});
