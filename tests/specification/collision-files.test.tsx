import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createCollision } from '#contract/new-collisions.ts';
import {
  fillInCollision,
  openCollisionForm,
  submitOf,
} from '#tests/screens/support/collision-form.ts';
import { field, press, says } from '#tests/screens/support/form.ts';
import { onLine } from '#tests/screens/support/line.ts';
import { aCollision, anAnswer, aPicture } from '#tests/screens/support/records.ts';
import { aFilm, aJpeg } from '#tests/support/camera-files.ts';
import { noteServerAnswered } from '#web/api/connection.ts';
import { storageKeys } from '#web/device/storage-keys.ts';

// Other files of this process see the same connection.
afterEach(noteServerAnswered);

const twoMegabytes = 2 * 1024 * 1024;
const emptyJpeg = aJpeg({ data: new Uint8Array() }).length;
const ofSize = (bytes: number, name = 'scene.jpg') =>
  new File([aJpeg({ data: new Uint8Array(bytes - emptyJpeg) })], name, { type: 'image/jpeg' });

type Form = Awaited<ReturnType<typeof openCollisionForm>>;

const sentBy = ({ server }: Pick<Form, 'server'>) => server.calls(createCollision);
const filesOf = (form: Pick<Form, 'server'>) =>
  sentBy(form).map(({ files }) => files.map(({ name }) => name));
const announcedBy = (form: Pick<Form, 'server'>) =>
  sentBy(form).map(({ body }) => body.coming.map((file) => file.field));
const onThisPhone = () => screen.queryByRole('list', { name: 'collisions on this device' });

async function addTo(form: HTMLElement, label: RegExp, file: File): Promise<void> {
  fireEvent.change(field(form, label), { target: { files: [file] } });
  await within(form).findByText(file.name);
}

async function submit(form: HTMLElement): Promise<void> {
  await waitFor(() => expect(submitOf(form).getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(submitOf(form));
}

test('241b, 274a to 274c: from a form with a network a collision carries its files under their fields, and the token', async () => {
  const opened = await openCollisionForm();
  const { form, address } = opened;
  await fillInCollision(form, 'crf-303sh', aPicture('one.jpg'), aPicture('two.jpg'));
  await addTo(form, /^Add picture: Vehicle 1, driver/, aPicture('driver.jpg'));
  await submit(form);
  await says('Collision added');
  await waitFor(() => expect(address()).toBe('/collisions'));
  const fields = ['driverImg-CRF-303SH', 'img', 'img'];
  expect(filesOf(opened)).toEqual([fields]);
  const token = localStorage.getItem(storageKeys.token) ?? '';
  expect(sentBy(opened).map((call) => call.token)).toEqual([`Bearer ${token}`]);
  // Announced under the same ids, they can be sent again in whatever way.
  expect(announcedBy(opened)).toEqual([fields]);
  const [{ body, files } = { body: null, files: [] }] = sentBy(opened);
  expect(body).toMatchObject({ noOfCars: 2, noOfFatalities: 0, vehicle: [{ plate: 'CRF-303SH' }] });
  expect(files.map(({ file }) => file.size)).toEqual(body?.coming.map(({ bytes }) => bytes));
  await waitFor(() => expect(onThisPhone()).toBeNull());
});

test.each([
  ['2 MB together go with', twoMegabytes, true],
  ['a byte more than 2 MB together come after', twoMegabytes + 1, false],
])('274c: files of %s the words', async (_rule, bytes, together) => {
  const opened = await openCollisionForm();
  const half = Math.floor(bytes / 2);
  const files = [ofSize(half, 'one.jpg'), ofSize(bytes - half, 'two.jpg')];
  await fillInCollision(opened.form, 'CRF-303SH', ...files);
  await submit(opened.form);
  await says('Collision added');
  expect(filesOf(opened)).toEqual([together ? ['img', 'img'] : []]);
  expect(announcedBy(opened)).toEqual([['img', 'img']]);
});

test('274c: over a metered line the words go first', async () => {
  onLine('cellular');
  const opened = await openCollisionForm();
  await fillInCollision(opened.form, 'CRF-303SH');
  await submit(opened.form);
  await says('Collision added');
  expect(filesOf(opened)).toEqual([[]]);
  expect(announcedBy(opened)).toEqual([['img']]);
});

test('274c: with a video the words go first', async () => {
  const opened = await openCollisionForm();
  await fillInCollision(opened.form, 'CRF-303SH');
  const film = new File([aFilm()], 'film.mp4', { type: 'video/mp4' });
  await addTo(opened.form, /^Add video/, film);
  await submit(opened.form);
  await says('Collision added');
  expect(filesOf(opened)).toEqual([[]]);
  expect(announcedBy(opened)).toEqual([['img', 'vid']]);
});

const minutesAgo = (minutes: number) => String(Date.now() - minutes * 60_000);

test.each([
  ['59 minutes ago files come after', 59, false],
  ['more than an hour ago files go with', 61, true],
])('274c: after a send that was cut off %s the words', async (_rule, minutes, together) => {
  const opened = await openCollisionForm();
  await fillInCollision(opened.form, 'CRF-303SH');
  localStorage.setItem(storageKeys.cutOff, minutesAgo(minutes));
  await submit(opened.form);
  await says('Collision added');
  expect(filesOf(opened)).toEqual([together ? ['img'] : []]);
});

test('274c: what was cut off with its files is sent again as words, and asks for no file that arrived', async () => {
  const opened = await openCollisionForm();
  const { form, server } = opened;
  await fillInCollision(form, 'CRF-303SH');
  server.answer(createCollision, () => {
    throw new TypeError('The connection broke.');
  });
  await submit(form);
  await says('Stored on this device. Hanya will send it as soon as there is a network.');
  expect(filesOf(opened)).toEqual([['img']]);

  server.answer(createCollision, () => anAnswer(aCollision({ filesToCome: 0 })));
  fireEvent.pointerMove(window);
  fireEvent(window, new Event('online'));
  await waitFor(() => expect(filesOf(opened).length).toBeGreaterThan(1));
  await waitFor(() => expect(onThisPhone()).toBeNull());
  expect(filesOf(opened).slice(1).flat()).toEqual([]);
  const [first, again] = sentBy(opened).map(({ body }) => body);
  expect(again).toMatchObject({ _id: first?._id, coming: first?.coming });
});

test('274c: a call that hangs shows what it has sent, and its form can be left', async () => {
  const opened = await openCollisionForm();
  const { form, server, user } = opened;
  const uploads: XMLHttpRequest[] = [];
  const Upload = globalThis.XMLHttpRequest;
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends Upload {
      constructor() {
        super();
        uploads.push(this);
      }
    },
  );
  const answer =
    Promise.withResolvers<ReturnType<typeof anAnswer<ReturnType<typeof aCollision>>>>();
  onTestFinished(() => answer.resolve(anAnswer(aCollision())));
  server.answer(createCollision, () => answer.promise);
  await fillInCollision(form, 'CRF-303SH');
  await submit(form);
  await waitFor(() => expect(sentBy(opened)).toHaveLength(1));
  const sent = (loaded: number) => {
    const progress = Object.assign(new Event('progress'), { loaded, total: 1_572_864 });
    fireEvent(uploads[0]?.upload as never, progress);
  };
  sent(524_288);
  await within(form).findByText(/512 of 1536 KB sent\./);
  expect(form.textContent).toContain('Stored on this device. You can close the form');
  sent(1_572_864);
  await within(form).findByText(/1536 of 1536 KB sent\./);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(form.isConnected).toBe(false));
  answer.resolve(anAnswer(aCollision()));
  await says('Collision added');
});

test('274c: a picture that the server refuses is said at its field, as with every form', async () => {
  const { form, server } = await openCollisionForm();
  await fillInCollision(form, 'CRF-303SH');
  const wrong = 'The file img can’t be read.';
  const fields = { img: wrong };
  server.answer(createCollision, () => ({ status: 400, error: 'Look at the files.', fields }));
  await press('Submit', form);
  await says('Look at the files.');
  expect(form.textContent).toContain(wrong);
});
