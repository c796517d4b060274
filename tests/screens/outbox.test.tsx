import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { giveUpFile, listComingFiles } from '#contract/coming-files.ts';
import { takeOutRecord } from '#contract/late-records.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { saveOnDevice } from '#web/device/device-store.ts';
import { newDraft } from '#web/features/bookings/form/draft.ts';
import { storeRecord, tell } from '#web/sending/outbox.ts';
import { newWaitingRecord, type WaitingRecord } from '#web/sending/waiting-record.ts';
import { bookingServer, officer, submitOf } from './support/booking-form.ts';
import { described, dialog, field, fill, press, says } from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aBooking, aCollision, anAnswer, offences } from './support/records.ts';

const ticketCode = 'ABCDEFGH0123456789';
const madeAt = Date.now() - 2 * 3_600_000;

async function openOutbox(...records: WaitingRecord[]) {
  const app = openApp('/outbox', officer, bookingServer);
  const { user } = app.store.getState().currentUser;
  if (!('id' in user)) throw new Error('Nobody is signed in.');
  await screen.findByRole('heading', { name: 'Outbox', level: 1 });
  for (const record of records) {
    const contents = record.files.map(({ id }) => [id, new Blob(['abcd'])] as const);
    await storeRecord(user.id, record, new Map(contents));
  }
  return { ...app, userId: user.id };
}

const aWaitingBooking = (changes: Partial<WaitingRecord> = {}): WaitingRecord => {
  const _id = ulid();
  const words = {
    organisation: 'Kaduna',
    zone: 'Zaria',
    team: '',
    location: 'Kwangila',
    position: null,
    offence: [{ id: offences[0]?.id, mdasId: null }],
    confiscations: [],
    license: 'KAD48271AA12',
    name: 'Danjuma Audu',
    phoneNo: '09005550142',
    address: '14 Benin Street',
    registration: 'KTN-482AB',
    ticketCode,
  };
  const made = { kind: 'booking', label: 'KTN-482AB', toldPrice: 2_000 } as const;
  const body = { ...newDraft(_id, null), ...words };
  return { ...newWaitingRecord({ ...made, _id, body }, [], madeAt), ...changes };
};

const refused: Partial<WaitingRecord> = {
  tries: 3,
  lastTriedAt: madeAt,
  problem: 'refused' as const,
  code: 'invalid',
  answer: 'Look at the name.',
  wrong: { name: 'This is no name.' },
};

const aWaitingFile = () => ({
  id: ulid(),
  field: 'img',
  name: 'scene.jpg',
  type: 'image/jpeg',
  bytes: 4,
  sha256: 'b'.repeat(64),
  state: 'waiting' as const,
  answer: null,
  reason: null,
  replaces: null,
  taken: null,
});

const cardOf = (name: string) => screen.findByRole('region', { name });

test('when nothing waits, the outbox says so', async () => {
  await openOutbox();
  await screen.findByRole('heading', { name: 'The Outbox is empty' });
});

test('what waits says what it is, when it was made, how often it was tried and what came of it', async () => {
  await openOutbox(aWaitingBooking(refused));
  const card = await cardOf('Booking KTN-482AB');
  expect(card.textContent).toMatch(/The authority refused this record.*Look at the name/);
  expect(card.textContent).toMatch(/Kwangila, Zaria, Kaduna.*₦2,000.*3 times, last at/);
  // The sender, which counts, comes when somebody begins to use the page.
  fireEvent.pointerMove(window);
  const pill = await screen.findByRole('link', { name: '1 waiting' });
  expect(pill.getAttribute('href')).toBe('/outbox');
});

test('what was refused is opened in its form, and sent mended under its id, with its time and the code of the ticket that its driver may hold', async () => {
  const record = aWaitingBooking(refused);
  const { server } = await openOutbox(record);
  await press('Open and correct', await cardOf('Booking KTN-482AB'));
  const form = await dialog('New Booking Form');
  await waitFor(() => expect(described(field(form, 'Name'))).toContain('This is no name.'));
  expect(field(form, 'Vehicle Registration').value).toBe('KTN-482AB');
  fill(form, 'Name', 'Danjuma Audu Bako');
  submitOf(form).click();
  await says('Booking added');
  const [sent] = server.calls(createBooking).map(({ body }) => body);
  expect(sent).toMatchObject({ _id: record._id, name: 'Danjuma Audu Bako', ticketCode });
  expect(sent?.capture).toMatchObject({ madeAt: record.madeAt, toldPrice: 2_000 });
  await screen.findByRole('heading', { name: 'The Outbox is empty' });
});

test('what is refused again stays on the phone in its new words', async () => {
  const { server } = await openOutbox(aWaitingBooking(refused));
  const fields = { address: 'This is no address.' };
  server.answer(createBooking, () => ({ status: 400, error: 'Look at it.', fields }));
  await press('Open and correct', await cardOf('Booking KTN-482AB'));
  const form = await dialog('New Booking Form');
  fill(form, 'Vehicle Registration', 'GME-118PL');
  submitOf(form).click();
  await says('Look at it.');
  expect(described(field(form, 'Address'))).toContain('This is no address.');
  // It stands there as stored before the answer has come.
  const card = await cardOf('Booking GME-118PL');
  await waitFor(() => expect(card.textContent).toContain('refused'));
});

test('a record is taken out with a reason alone, which the server is told', async () => {
  const record = aWaitingBooking(refused);
  const { server, user } = await openOutbox(record);
  server.answer(takeOutRecord, ({ body }) =>
    anAnswer({
      _id: body._id,
      kind: body.kind,
      label: body.label,
      organisation: 'Kaduna' as const,
      zone: body.zone,
      toldPrice: body.toldPrice ?? null,
      reason: body.reason,
      madeAt: record.madeAt,
      takenOutAt: record.madeAt,
      officer: { id: 'officer', name: 'Amina Bello', role: 'booking officer' as const },
    }),
  );
  await press('Remove Booking KTN-482AB');
  const question = await dialog('Remove Booking KTN-482AB?');
  await press('Remove it', question);
  expect(described(field(question, 'Reason'))).toContain('Enter a reason.');
  expect(server.calls(takeOutRecord)).toEqual([]);
  await user.type(field(question, 'Reason'), 'Made twice');
  await press('Remove it', question);
  await screen.findByRole('heading', { name: 'The Outbox is empty' });
  expect(server.calls(takeOutRecord)[0]?.body).toMatchObject({
    _id: record._id,
    reason: 'Made twice',
  });
});

test('a collision whose words were received says how much of each file has arrived, and one can be given up', async () => {
  const _id = ulid();
  const file = aWaitingFile();
  const made = {
    _id,
    kind: 'collision',
    body: { _id },
    label: 'Kwangila',
    toldPrice: null,
  } as const;
  const { server, userId } = await openOutbox();
  // While words are on their way, the sender begins no file.
  const held = Promise.withResolvers<undefined>();
  server.answer(createBooking, async () => {
    await held.promise;
    return anAnswer(aBooking());
  });
  await storeRecord(userId, aWaitingBooking(), new Map());
  fireEvent.pointerMove(window);
  await waitFor(() => expect(server.calls(createBooking)).toHaveLength(1));
  server.answer(listComingFiles, () =>
    anAnswer([{ id: file.id, field: 'img', bytes: 4, sent: 2, state: 'coming' as const }]),
  );
  const record = { ...newWaitingRecord(made, [file], madeAt), stage: 'files' as const };
  await storeRecord(userId, record, new Map([[file.id, new Blob(['abcd'])]]));
  const files = await within(await cardOf('Collision Kwangila')).findByRole('list', {
    name: 'Files',
  });
  await waitFor(() => expect(files.textContent).toContain('scene.jpg, 0.1 MB: 50% received'));

  server.answer(giveUpFile, () => anAnswer(aCollision({ _id })));
  await press('Leave out scene.jpg', files);
  const question = await dialog('Leave out scene.jpg?');
  fill(question, 'Reason', 'It shows a child');
  await press('Leave it out', question);
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Collision/ })).toBeNull());
  held.resolve(undefined);
  await screen.findByRole('heading', { name: 'The Outbox is empty' });
  expect(server.calls(giveUpFile).at(-1)?.body).toEqual({ reason: 'It shows a child' });
});

test('a record of another version of the product is kept and shown', async () => {
  const { userId } = await openOutbox();
  await saveOnDevice(userId, `waiting ${ulid()}`, { format: 99 });
  tell(userId, { is: 'changed' });
  const card = await cardOf('Record from another version');
  expect(card.textContent).toContain('Another version of Hanya made this record.');
});
