import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { monotonicFactory } from 'ulid';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listBookings } from '#contract/bookings.ts';
import { bringInRecord, signedRecordText } from '#contract/brought-in-records.ts';
import { listCollisions } from '#contract/collisions.ts';
import { lateRecordRegister } from '#contract/late-record-register.ts';
import { saveOnDevice } from '#web/device/device-store.ts';
import { fromBase64Url, hasSigned } from '#web/device/keys/device-key.ts';
import { openRecordsFile } from '#web/features/late-records/open-records-file.ts';
import { storeRecord, tell } from '#web/sending/outbox.ts';
import { saveRecords } from '#web/sending/save-records.ts';
import { newWaitingRecord, type WaitingRecord } from '#web/sending/waiting-record.ts';
import { bookingServer, officer } from './support/booking-form.ts';
import { aCertifiedKey } from './support/device-key.ts';
import type { FakeServer } from './support/fake-server.ts';
import { dialog, field, press } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aCollision, aList, anAnswer } from './support/records.ts';
import { pageOf } from './support/rows.ts';

/** In the order in which they are drawn, however quickly. */
const ulid = monotonicFactory();

const madeAt = Date.parse('2026-11-20T08:12:00.000Z');

function aWaiting(label: string, changes: Partial<WaitingRecord> = {}): WaitingRecord {
  const _id = ulid();
  const body = { _id, zone: 'Zaria', registration: label };
  const made = { _id, kind: 'booking', body, label, toldPrice: 12_000 } as const;
  return { ...newWaitingRecord(made, [], madeAt), problem: 'refused', ...changes };
}

const sceneBytes = 'the bytes of the scene';

function aWaitingCollision(label: string): WaitingRecord {
  const file = {
    id: ulid(),
    field: 'img',
    name: 'scene.jpg',
    type: 'image/jpeg',
    bytes: sceneBytes.length,
    sha256: 'b'.repeat(64),
    state: 'waiting' as const,
    answer: null,
    reason: null,
    replaces: null,
    taken: null,
  };
  const collision = { kind: 'collision', toldPrice: null, files: [file] } as const;
  return aWaiting(label, { ...collision, files: [file] });
}

async function keep(userId: string, ...records: WaitingRecord[]): Promise<void> {
  for (const record of records) {
    const contents = record.files.map(({ id }) => [id, new Blob([sceneBytes])] as const);
    await storeRecord(userId, record, new Map(contents));
  }
}

async function openOutbox(...records: WaitingRecord[]) {
  const app = openApp('/outbox', officer, bookingServer);
  const { user } = app.store.getState().currentUser;
  if (!('id' in user)) throw new Error('Nobody is signed in.');
  await screen.findByRole('heading', { name: 'Outbox', level: 1 });
  await keep(user.id, ...records);
  return { ...app, userId: user.id };
}

/** The file that the page hands to the browser. */
function downloaded(): { file: () => File } {
  const given = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test');
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  onTestFinished(() => {
    given.mockRestore();
    pressed.mockRestore();
  });
  return {
    file: () => {
      const [file] = given.mock.lastCall ?? [];
      if (!(file instanceof File)) throw new Error('Nothing was downloaded.');
      return file;
    },
  };
}

test('what waits is saved to a file, each record signed by the phone, and what can’t be read is counted', async () => {
  const [booking, collision] = [aWaiting('KTN-482AB'), aWaitingCollision('Kwangila')];
  const { userId } = await openOutbox(booking, collision);
  const key = await aCertifiedKey(userId);
  const saved = downloaded();
  await press('Save to a file');
  const panel = await dialog('Save to a file');
  expect(panel.textContent).toContain('Whoever has the file can read it');
  await press('Save 2 records', panel);
  await waitFor(() => expect(panel.textContent).toContain('2 records are in hanya-records-'));
  const file = saved.file();
  expect(file.name).toMatch(/^hanya-records-amina-bello-\d{4}-\d\d-\d\d\.zip$/);
  const opened = await openRecordsFile(file);
  expect(opened?.manifest).toMatchObject({ device: key.id, officer: { name: 'Amina Bello' } });
  expect(opened?.records.map(({ record }) => record)).toMatchObject([
    { _id: booking._id, kind: 'booking', body: booking.body, toldPrice: 12_000, files: [] },
    { _id: collision._id, madeAt: collision.madeAt, files: [{ field: 'img' }] },
  ]);
  for (const { text, signature } of opened?.records ?? []) {
    const bytes = new TextEncoder().encode(signedRecordText(text));
    expect(await hasSigned(key.publicKey, fromBase64Url(signature), bytes)).toBe(true);
  }
  // jsdom stores no bytes of files; a real browser does (tests/e2e/brought-in.spec.ts).
  expect(panel.textContent).toContain('1 picture or video can’t be read on this phone any more');
  // It stays on the phone.
  await screen.findByRole('region', { name: 'Booking KTN-482AB' });
});

test('what was taken out, and what is of another version, stays out and is counted', async () => {
  const out = aWaiting('KTN-483AB', { takenOut: { reason: 'Made twice', at: madeAt } });
  const { userId } = await openOutbox(aWaiting('KTN-482AB'), out);
  await aCertifiedKey(userId);
  await saveOnDevice(userId, `waiting ${ulid()}`, { format: 99 });
  tell(userId, { is: 'changed' });
  downloaded();
  await press('Save to a file');
  const panel = await dialog('Save to a file');
  await press('Save 1 record', panel);
  await waitFor(() => expect(panel.textContent).toMatch(/1 record is in.*2 records stayed out/));
});

test('a phone that was never certified says that nobody could bring in its file', async () => {
  await openOutbox(aWaiting('KTN-482AB'));
  await press('Save to a file');
  const panel = await dialog('Save to a file');
  expect(panel.textContent).toContain('This phone was never certified');
  expect(within(panel).queryByRole('button', { name: /^Save/ })).toBeNull();
});

/** A file of a phone of its own. */
async function aFileOf(...records: WaitingRecord[]): Promise<File> {
  const userId = ulid();
  await keep(userId, ...records);
  await aCertifiedKey(userId);
  return (await saveRecords({ id: userId, name: 'Hauwa Bello' })).file;
}

async function bringIn(file: File, prepare: (server: FakeServer) => void = () => undefined) {
  const app = openApp('/late-records', 'zonal head', (server) => {
    server.answer(lateRecordRegister.list, ({ query }) => pageOf([], query));
    server.answer(listBookings, () => ({ ...aList(), sum: 0 }));
    server.answer(listCollisions, () => aList());
    server.answer(bringInRecord, ({ body }) => {
      const { _id } = JSON.parse(body.words) as { _id: string };
      return anAnswer({ _id, files: [] });
    });
    prepare(server);
  });
  await press('Bring in a file');
  const panel = await dialog('Bring in a file');
  fireEvent.change(field(panel, 'File of records'), { target: { files: [file] } });
  return { ...app, panel };
}

const listed = async (panel: HTMLElement) => {
  const list = await within(panel).findByRole('list', { name: 'Records in the file' });
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};

test('a superior sees what is in the file and what the authority has already, and brings in the rest', async () => {
  const [first, second, third] = [
    aWaiting('KTN-482AB'),
    aWaiting('GME-118PL'),
    aWaitingCollision('Kwangila'),
  ];
  const { server, panel } = await bringIn(await aFileOf(first, second, third), (fake) => {
    fake.answer(listBookings, () => ({ ...aList(aBooking({ _id: first._id })), sum: 0 }));
    fake.answer(listCollisions, () => aList(aCollision({ _id: third._id, filesToCome: 1 })));
  });
  expect(await listed(panel)).toEqual([
    expect.stringMatching(/^Booking, KTN-482AB.*The authority has it$/),
    expect.stringMatching(/^Booking, GME-118PL.*Not yet with the authority$/),
    expect.stringMatching(/^Collision, Kwangila.*1 picture or video.*1 file still to come\.$/),
  ]);
  expect(panel.textContent).toContain('Hauwa Bello');
  await press('Bring in 2 records', panel);
  await waitFor(async () =>
    expect((await listed(panel)).every((line) => line.endsWith('The authority has it'))).toBe(true),
  );
  const sent = server.calls(bringInRecord).map(({ body }) => JSON.parse(body.words) as object);
  expect(sent).toMatchObject([{ _id: second._id }, { _id: third._id }]);
  expect(within(panel).queryByRole('button', { name: /^Bring in/ })).toBeNull();
});

test('a late record asks why it is let in, and each refusal stands with its record', async () => {
  const [late, refused] = [aWaiting('KTN-482AB'), aWaiting('GME-118PL')];
  const words = 'Its officer took this record out of the phone: made twice';
  const needs = 'This was made more than 72 hours ago. Say why it is let in.';
  const { server, panel, user } = await bringIn(await aFileOf(late, refused), (fake) => {
    fake.answer(bringInRecord, ({ body: { words: sent, reason } }) => {
      if (sent.includes(refused._id)) return { status: 409, code: 'taken_out', error: words };
      return reason === undefined
        ? { status: 409, code: 'reason_needed', error: needs }
        : anAnswer({ _id: late._id, files: [] });
    });
  });
  await press('Bring in 2 records', panel);
  await waitFor(async () => expect((await listed(panel)).join()).toMatch(/72 hours.*made twice/));
  await press('Bring in 1 record', panel);
  await within(panel).findByText('Say why it is let in.');
  await user.type(field(panel, 'Reason'), 'The phone fell into the river.');
  await press('Bring in 1 record', panel);
  await waitFor(async () => expect((await listed(panel))[0]).toContain('The authority has it'));
  expect(server.calls(bringInRecord).map(({ body }) => body.reason)).toEqual([
    undefined,
    undefined,
    'The phone fell into the river.',
  ]);
});

test('what nobody answered is brought in from there once more', async () => {
  const [first, second] = [aWaiting('KTN-482AB'), aWaiting('GME-118PL')];
  let answers = 0;
  const { panel } = await bringIn(await aFileOf(first, second), (fake) => {
    fake.answer(bringInRecord, () => {
      answers += 1;
      if (answers === 2)
        return { status: 503, code: 'unavailable', error: 'Try again in a moment.' };
      return anAnswer({ _id: first._id, files: [] });
    });
  });
  await press('Bring in 2 records', panel);
  await within(panel).findByText(/Not all of it was brought in/);
  await press('Bring in 1 record', panel);
  await waitFor(async () =>
    expect((await listed(panel)).every((line) => line.endsWith('The authority has it'))).toBe(true),
  );
  expect(answers).toBe(3);
});

test.each([
  ['a picture', new File(['not a ZIP'], 'scene.jpg')],
  ['an empty file', new File([], 'hanya-records.zip')],
])('%s is said to be no file of records', async (_, file) => {
  const { panel } = await bringIn(file);
  await within(panel).findByText(/This is no file of records/);
});

test('an observer is offered no file to bring in', async () => {
  openApp('/late-records', 'observer', (server) => {
    server.answer(lateRecordRegister.list, ({ query }) => pageOf([], query));
  });
  await screen.findByText('No record waits to be let in.');
  expect(screen.queryByRole('button', { name: 'Bring in a file' })).toBeNull();
});
