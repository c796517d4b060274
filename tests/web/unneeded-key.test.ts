import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readFromDevice, saveOnDevice } from '#web/device/device-store.ts';
import { deviceKeyOf, noteCertified } from '#web/device/keys/device-key.ts';
import { storeRecord } from '#web/sending/outbox.ts';
import { forgetKeyUnlessWaiting } from '#web/sending/unneeded-key.ts';
import { newWaitingRecord } from '#web/sending/waiting-record.ts';

/** Somebody who signs on this device. */
async function aSigner(userId: string): Promise<string> {
  const key = await deviceKeyOf(userId);
  if (key)
    await noteCertified(userId, key, {
      validUntil: Date.now() + 60_000,
      publicUrl: 'https://x.example',
    });
  return key?.id ?? '';
}
const keyOf = async (userId: string) =>
  (await readFromDevice(userId, 'device key', z.object({ id: z.string() })))?.id;

test('whoever signs out while nothing waits leaves no key behind, and signs with another one next time', async () => {
  const id = await aSigner('nothing waits');
  expect(await keyOf('nothing waits')).toBe(id);
  await forgetKeyUnlessWaiting('nothing waits');
  expect(await keyOf('nothing waits')).toBeUndefined();
  expect(await aSigner('nothing waits')).not.toBe(id);
});

test('while a record waits its key is kept, since it signs the ticket when that is printed again', async () => {
  const id = await aSigner('one waits');
  const _id = '01KBN3T3V9W0F1XQ2R7S8Y4Z5A';
  const words = {
    _id,
    kind: 'booking',
    body: { _id },
    label: 'ABC-123DE',
    toldPrice: null,
  } as const;
  await storeRecord('one waits', newWaitingRecord(words, [], Date.now()), new Map());
  await forgetKeyUnlessWaiting('one waits');
  expect(await keyOf('one waits')).toBe(id);
});

test('what a newer version left waiting keeps the key, too', async () => {
  const id = await aSigner('a newer one waits');
  await saveOnDevice('a newer one waits', 'waiting 01KBN3T3V9W0F1XQ2R7S8Y4Z5A', { version: 99 });
  await forgetKeyUnlessWaiting('a newer one waits');
  expect(await keyOf('a newer one waits')).toBe(id);
});

test('the key of somebody else on the same device stays', async () => {
  const other = await aSigner('somebody else');
  await aSigner('who signs out');
  await forgetKeyUnlessWaiting('who signs out');
  expect(await keyOf('somebody else')).toBe(other);
});
