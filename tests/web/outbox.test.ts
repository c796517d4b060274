import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { aJpeg } from '#tests/support/camera-files.ts';
import { changeOnDevice } from '#web/device/device-changes.ts';
import { readFromDevice, saveOnDevice } from '#web/device/device-store.ts';
import { noteLastUser } from '#web/device/last-user.ts';
import { withLock } from '#web/device/locks.ts';
import { storeAndSend } from '#web/sending/first-attempt.ts';
import { giveUp, replaceFile, sendNow, takeOut } from '#web/sending/orders.ts';
import { changeRecord, readContent, readOutbox, storeRecord } from '#web/sending/outbox.ts';
import { afterStep, stepOf } from '#web/sending/rules.ts';
import { isDone, newWaitingRecord, type WaitingRecord } from '#web/sending/waiting-record.ts';

let user = '';
let users = 0;
beforeEach(() => {
  user = `outbox-${(users += 1)}`;
});
afterEach(() => {
  vi.restoreAllMocks();
});

const id = '01KBN3T3V9W0F1XQ2R7S8Y4Z5A';
const fileId = '01KBN3T3V9W0F1XQ2R7S8Y4Z5B';

const collision = (): WaitingRecord =>
  newWaitingRecord(
    {
      _id: id,
      kind: 'collision',
      body: { _id: id, zone: 'Zaria' },
      label: 'Kwangila',
      toldPrice: null,
    },
    [
      {
        id: fileId,
        field: 'img',
        name: 'scene.jpg',
        type: 'image/jpeg',
        bytes: 4,
        sha256: 'b'.repeat(64),
        state: 'waiting',
        answer: null,
        reason: null,
        replaces: null,
        taken: null,
      },
    ],
    Date.UTC(2026, 10, 22, 8),
  );
const contents = new Map([[fileId, new Blob(['abcd'])]]);
const waiting = async () => (await readOutbox(user))?.records ?? [];
const only = async () => {
  const [record] = await waiting();
  if (!record) throw new Error('Nothing waits.');
  return record;
};

describe('a record that is stored', () => {
  test('takes the place of its draft, words and files together', async () => {
    await saveOnDevice(user, 'draft collision 1', { typed: true });
    expect(await storeRecord(user, collision(), contents, ['draft collision 1'])).toBe('done');
    expect(await waiting()).toEqual([collision()]);
    expect(await (await readContent(user, fileId))?.text()).toBe('abcd');
    expect(await readFromDevice(user, 'draft collision 1', z.unknown())).toBeNull();
  });

  test('without room nothing of it is stored, and its draft stays', async () => {
    await saveOnDevice(user, 'draft collision 1', { typed: true });
    // The second thing that is put is refused, as a full disk refuses it.
    const { value: put } = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put') as {
      value: IDBObjectStore['put'];
    };
    let puts = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      puts += 1;
      if (puts === 2) throw new DOMException('No room.', 'QuotaExceededError');
      return put.apply(this, given);
    });
    expect(await storeRecord(user, collision(), contents, ['draft collision 1'])).toBe('full');
    vi.restoreAllMocks();
    expect(puts).toBe(2);
    expect(await waiting()).toEqual([]);
    expect(await readContent(user, fileId)).toBeNull();
    expect(await readFromDevice(user, 'draft collision 1', z.unknown())).toEqual({ typed: true });
  });

  test('without room its draft goes as well, once the server has taken its words', async () => {
    noteLastUser(user);
    await saveOnDevice(user, 'draft booking 1', { typed: true });
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
    const send = () =>
      storeAndSend(
        user,
        { _id: id, kind: 'booking', body: { _id: id }, label: 'KAD', toldPrice: null },
        ['draft booking 1'],
      );
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('No network.'));
    expect(await send()).toMatchObject({ is: 'not stored' });
    expect(await readFromDevice(user, 'draft booking 1', z.unknown())).toEqual({ typed: true });
    fetched.mockResolvedValue(Response.json({ success: true }, { status: 201 }));
    expect(await send()).toMatchObject({ is: 'received' });
    expect(await readFromDevice(user, 'draft booking 1', z.unknown())).toBeNull();
  });

  test('stays with its files until the server has both, and goes with the last of them', async () => {
    await storeRecord(user, collision(), contents);
    await changeRecord(user, id, (record) => ({ ...record, stage: 'files' }));
    expect((await only()).stage).toBe('files');
    expect(await readContent(user, fileId)).not.toBeNull();
    await changeRecord(user, id, (record) => ({
      ...record,
      files: record.files.map((file) => ({ ...file, state: 'done' as const })),
    }));
    expect(await waiting()).toEqual([]);
    expect(await readContent(user, fileId)).toBeNull();
  });

  test('is seen by nobody else on this device', async () => {
    await storeRecord(user, collision(), contents);
    expect(await readOutbox(`${user} another`)).toEqual({ records: [], unknown: [] });
  });
});

describe('a queue of another version', () => {
  const key = `waiting ${id}`;
  /** As the first version of the outbox wrote it. */
  const first = {
    format: 1,
    _id: id,
    kind: 'booking',
    body: { _id: id, zone: 'Zaria', registration: 'KAD-214BN', offence: [{ id: 'LGC-16' }] },
    label: 'KAD-214BN',
    toldPrice: 2_000,
    madeAt: '2026-11-22T08:00:00.000Z',
    tries: 3,
    lastTriedAt: 1_795_000_000_000,
    answer: 'The server is not responding.',
    stage: 'words',
    problem: null,
    code: null,
    wrong: {},
    files: [],
    takenOut: null,
  };

  test('is read as it was written', async () => {
    await saveOnDevice(user, key, first);
    expect(stepOf(await only())?.does).toBe('words');
    expect(await only()).toEqual({ ...first, format: 2 });
  });

  test('knows of its files that none takes the place of another', async () => {
    const [{ replaces: _replaces, taken: _taken, ...file } = { replaces: null }] =
      collision().files;
    await saveOnDevice(user, key, { ...collision(), format: 1, files: [file] });
    expect((await only()).files).toEqual(collision().files);
  });

  test.each([
    ['a newer format', { ...first, format: 3 }],
    ['no format', { typed: 'words' }],
    ['a broken record', { ...first, body: null }],
  ])('with %s is kept and shown, whatever is done to it', async (_, stored) => {
    await saveOnDevice(user, key, stored);
    expect(await readOutbox(user)).toEqual({ records: [], unknown: [{ _id: id, stored }] });
    await changeRecord(user, id, () => 'gone');
    expect((await readOutbox(user))?.unknown).toHaveLength(1);
  });
});

describe('what its officer does with it', () => {
  const refuse = (record: WaitingRecord): WaitingRecord => ({
    ...record,
    problem: 'refused',
    code: 'invalid',
    answer: 'Select a zone.',
    wrong: { zone: 'Gone.' },
  });

  test('sent anew, it is tried again although it was refused', async () => {
    await storeRecord(user, collision(), contents);
    await changeRecord(user, id, refuse);
    expect(stepOf(await only())).toBeNull();
    await sendNow(user, id);
    expect(stepOf(await only())?.does).toBe('words');
  });

  test('taken out, it stays until the server has been told why', async () => {
    await storeRecord(user, collision(), contents);
    await takeOut(user, id, 'Made twice');
    expect((await only()).takenOut?.reason).toBe('Made twice');
    expect(stepOf(await only())?.does).toBe('take out');
    expect(await readContent(user, fileId)).not.toBeNull();
  });

  test('after its words were received only its files can be given up', async () => {
    await storeRecord(user, collision(), contents);
    await changeRecord(user, id, (record) => ({ ...record, stage: 'files' }));
    await giveUp(user, id, fileId, 'It shows a child');
    expect(stepOf(await only())?.does).toBe('give up');
    await takeOut(user, id, 'Made twice');
    expect(await only()).toMatchObject({ takenOut: null, files: [{ reason: 'Made twice' }] });
  });
});

describe('a file that the authority could not read', () => {
  const another = () => new File([aJpeg()], 'another.jpg', { type: 'image/jpeg' });
  const file = { id: fileId, field: 'img' };
  const refusedFile = async () => {
    const [first] = collision().files;
    if (!first) throw new Error('It has no file.');
    const files = [{ ...first, state: 'refused' as const, answer: 'It can’t be read.' }];
    await storeRecord(user, { ...collision(), stage: 'files', files }, contents);
  };

  test('is replaced: the server is told first, and then the other one is sent', async () => {
    await refusedFile();
    expect(await replaceFile(user, collision(), file, another())).toBe('done');
    const [first, second] = (await only()).files;
    expect(first).toMatchObject({ state: 'done', reason: 'Another file took its place.' });
    expect(second).toMatchObject({ state: 'replacing', replaces: fileId, type: 'image/jpeg' });
    expect(await readContent(user, fileId)).toBeNull();
    expect(await readContent(user, second?.id ?? '')).not.toBeNull();
    const step = stepOf(await only());
    if (step?.does !== 'replace') throw new Error(`The next step is ${step?.does}.`);
    const now = afterStep(await only(), step, { is: 'received', answer: null }, 0);
    expect(now !== 'gone' && stepOf(now)).toMatchObject({ does: 'file', file: { id: second?.id } });
  });

  test('is replaced also where nothing of its record waits any more', async () => {
    expect(await replaceFile(user, collision(), file, another())).toBe('done');
    expect(await only()).toMatchObject({ stage: 'files', label: 'Kwangila' });
    expect(stepOf(await only())?.does).toBe('replace');
  });

  test('whose place was filled meanwhile needs no other', async () => {
    await replaceFile(user, collision(), file, another());
    const step = stepOf(await only());
    if (!step) throw new Error('Nothing is to be done.');
    const outcome = {
      is: 'refused',
      words: 'It is there.',
      code: 'received_already',
      wrong: {},
    } as const;
    const after = afterStep(await only(), step, outcome, 0);
    expect(after !== 'gone' && isDone(after)).toBe(true);
  });

  test('is announced anew where its replacing was refused and is tried again', async () => {
    await replaceFile(user, collision(), file, another());
    await changeRecord(user, id, (record) => ({
      ...record,
      files: record.files.map((one) => ({ ...one, state: 'refused' as const })),
    }));
    await sendNow(user, id);
    expect(stepOf(await only())?.does).toBe('replace');
  });
});

test('a change that fails half-way leaves everything as it was', async () => {
  await saveOnDevice(user, 'a', 1);
  const written = await changeOnDevice(user, 'a', () => ({
    put: [
      ['a', 2],
      // A function can't be stored.
      ['b', () => undefined],
    ],
  }));
  expect(written).toBe('refused');
  expect(await readFromDevice(user, 'a', z.unknown())).toBe(1);
});

test('one waits for the other, and not for ever for one that is asleep', async () => {
  const order: string[] = [];
  const asleep = Promise.withResolvers<undefined>();
  const first = withLock('a record', 60_000, async () => {
    order.push('first');
    await asleep.promise;
    order.push('first woke');
  });
  await Promise.resolve();
  const second = withLock('a record', 'locks' in navigator ? 20 : 60_000, () => {
    order.push('second');
    return Promise.resolve();
  });
  if ('locks' in navigator) await second;
  asleep.resolve(undefined);
  await Promise.all([first, second]);
  expect(order.at(0)).toBe('first');
  expect(order).toHaveLength(3);
});
