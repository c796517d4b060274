import { createHash } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { perpetrators, witnessTypes } from '#contract/collisions.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { aFilm, aJpeg, aStill, latin } from '#tests/support/camera-files.ts';
import {
  add,
  addEvidence,
  count,
  fillInCollision,
  openCollisionForm,
  submitOf,
} from './support/collision-form.ts';
import { choose, described, field, fill, isClosed, offered, press, says } from './support/form.ts';
import { onLine } from './support/line.ts';
import { aPicture } from './support/records.ts';

const sections = [
  'Overview',
  'Vehicle and Driver Details',
  'Evidence',
  'Witness Statements',
  'Attending Officer Statement',
] as const;

const section = (form: HTMLElement, name: (typeof sections)[number]) =>
  within(form).getByRole('region', { name });
const fileInputs = (form: HTMLElement) => [
  ...section(form, 'Evidence').querySelectorAll<HTMLInputElement>('input[type=file]'),
];
const driverPicture = (form: HTMLElement) => field(form, /^Add picture: Vehicle 1, driver/);

test('fewer vehicles counted than listed are asked about once, and sent if it is so', async () => {
  const { form, server } = await openCollisionForm();
  await fillInCollision(form, 'CRF-310SH');
  await add(form, 'vehicle');
  fill(form, count('vehicles'), '1');
  await press('Submit', form);
  expect(described(field(form, count('vehicles')))).toContain('listed 2 vehicles');
  expect(server.calls(createCollision)).toEqual([]);
  await press('Submit', form);
  await waitFor(() => expect(server.calls(createCollision)).toHaveLength(1));
});

test(
  'more about the collision is said behind one door, and sent as far as it is said',
  { tags: 'night' },
  async () => {
    const { form, server } = await openCollisionForm();
    await fillInCollision(form, 'CRF-314SH');
    fill(form, count('injuries'), '1');
    // Its part comes when the form is idle, or as soon as it is opened.
    const cause = await within(form).findByLabelText('Cause');
    const pick = (label: RegExp | string, value: string) =>
      fireEvent.change(within(form).getByLabelText(label), { target: { value } });
    fireEvent.change(cause, { target: { value: 'overloading' } });
    pick('Another cause', 'tyre burst');
    pick('A third cause', 'bad road');
    pick('Another cause', '');
    fireEvent.click(within(form).getByLabelText('Motorcycle'));
    pick(/^Seriously injured/, '2 or so');
    expect(described(field(form, /^Seriously injured/))).toContain(
      'the number of people injured is 1',
    );
    pick('Light', 'daylight');
    pick('Light', '');
    await press('Submit', form);
    await waitFor(() => expect(server.calls(createCollision)).toHaveLength(1));
    expect(server.calls(createCollision)[0]?.body.facts).toEqual({
      cause: 'overloading',
      otherCauses: ['bad road'],
      hit: ['motorcycle'],
      serious: '2',
    });
  },
);

test('218c: the zone is not required: left empty by somebody without one it is Hq', async () => {
  const { form, server } = await openCollisionForm({ role: 'booking officer', zone: null });
  await fillInCollision(form, 'CRF-312SH');
  expect(field(form, 'Zone').placeholder).toBe('Hq');
  expect(form.textContent).not.toContain('Zone missing');
  await press('Submit', form);
  await waitFor(() => expect(server.calls(createCollision)).toHaveLength(1));
  expect(server.calls(createCollision)[0]?.body.zone).toBe('');
});

test('81a: the form has the sections A to E', async () => {
  const { form } = await openCollisionForm();
  const headings = within(form).getAllByRole('heading', { level: 3 });
  const names = headings.map(({ textContent }) => textContent);
  expect(names.filter((text) => sections.some((name) => name === text))).toEqual([...sections]);
  for (const [place, name] of sections.entries()) {
    expect(section(form, name).querySelector('header')?.textContent).toContain(
      'ABCDE'.charAt(place),
    );
  }
});

test('81b: evidence takes images, and the video a video', async () => {
  const { form } = await openCollisionForm();
  const accepted = fileInputs(form).map(({ accept }) => accept);
  expect(accepted.filter((kinds) => kinds.includes('image/'))).not.toEqual([]);
  expect(accepted.filter((kinds) => kinds.includes('video/'))).toHaveLength(1);
  expect(accepted.filter((kinds) => !/image\/|video\//.test(kinds))).toEqual([]);
});

test('81c: the perpetrator is described only when it is other', async () => {
  const { form } = await openCollisionForm();
  await add(form, 'officer statement');
  const statement = section(form, 'Attending Officer Statement');
  const choices = await offered(statement, 'Perpetrator');
  expect(choices.map((text) => text.toLowerCase())).toEqual([...perpetrators]);
  const description = () => within(statement).queryByLabelText(/^Perpetrator description/);
  for (const [choice, isDescribed] of [
    ['Driver', false],
    ['Other', true],
    ['Passenger', false],
  ] as const) {
    await choose(statement, 'Perpetrator', choice);
    await waitFor(() => expect(description() !== null).toBe(isDescribed));
  }
});

test('308: a witness is of one of the six types', async () => {
  const { form } = await openCollisionForm();
  await add(form, 'witness statement');
  const types = await offered(section(form, 'Witness Statements'), 'Type');
  expect(types.map((text) => text.toLowerCase())).toEqual([...witnessTypes]);
});

test('218a: Submit opens once both counts, a vehicle and evidence are there', async () => {
  const { form } = await openCollisionForm();
  const isOpen = (open: boolean) => waitFor(() => expect(isClosed(submitOf(form))).toBe(!open));
  await isOpen(false);
  fill(form, count('vehicles'), '0');
  await isOpen(false);
  fill(form, count('fatalities'), '0');
  await isOpen(false);
  await add(form, 'vehicle');
  fill(form, /^Plate number/, 'CRF-101SH');
  await isOpen(false);
  expect(described(submitOf(form))).toBe('Image or video is missing.');
  addEvidence(form);
  await isOpen(true);
  for (const counted of ['vehicles', 'fatalities']) {
    const typed = field(form, count(counted)).value;
    fill(form, count(counted), '');
    await isOpen(false);
    fill(form, count(counted), typed);
    await isOpen(true);
  }
  await press('Remove scene.jpg', form);
  await isOpen(false);
  addEvidence(form);
  await isOpen(true);
  await press(/^Remove vehicle/, form);
  await isOpen(false);
});

test.each(['vehicles', 'fatalities', 'injuries'])(
  '218b: the number of %s is a number of 0 or more',
  async (of) => {
    const { form, server } = await openCollisionForm();
    await fillInCollision(form, 'CRF-202SH');
    const number = field(form, count(of));
    expect(number.type).toBe('number');
    expect(number.min).toBe('0');
    fill(form, count(of), '-1');
    fireEvent.click(submitOf(form));
    await within(form).findByRole('group', { name: 'Check these fields' });
    expect(number.getAttribute('aria-invalid')).toBe('true');
    expect(described(number)).toContain(`Enter 0 or more for the number of ${of}.`);
    expect(server.calls(createCollision)).toEqual([]);
  },
);

test('the words of a collision announce its files under the names of their fields', async () => {
  onLine('cellular');
  const { form, server, address } = await openCollisionForm();
  await fillInCollision(form, 'crf-303sh');
  fireEvent.change(driverPicture(form), {
    target: { files: [aPicture('driver.jpg')] },
  });
  await within(form).findByText('driver.jpg');
  await waitFor(() => expect(isClosed(submitOf(form))).toBe(false));
  fireEvent.click(submitOf(form));
  await says('Collision added');
  await waitFor(() => expect(address()).toBe('/collisions'));
  const [{ body, files } = { body: null, files: [] }] = server.calls(createCollision);
  const picture = new Uint8Array(await aPicture().arrayBuffer());
  const sha256 = createHash('sha256').update(picture).digest('hex');
  const announced = { bytes: picture.length, sha256, type: 'image/jpeg' };
  expect(body).toMatchObject({
    zone: 'Zaria',
    noOfCars: 2,
    vehicle: [{ plate: 'CRF-303SH' }],
    coming: [
      { ...announced, field: 'driverImg-CRF-303SH' },
      { ...announced, field: 'img' },
    ],
  });
  expect(files).toEqual([]);
  const waiting = await screen.findByRole('list', { name: 'collisions on this device' });
  expect(waiting.textContent).toMatch(
    /CRF-303SH.*Received by the authority, 2 files still on this/,
  );
});

const chosen = (name: string, content: Uint8Array<ArrayBuffer>, type: string) => ({
  target: { files: [new File([content], name, { type })] },
});

test.each([
  ['IMG_1.HEIC', aStill(), 'image/heic', 'IMG_1.HEIC is a HEIC picture, which Hanya cannot store.'],
  ['cut.jpg', aJpeg().slice(0, -2), 'image/jpeg', 'cut.jpg is not complete.'],
  ['words.jpg', latin('These are words.'), 'image/jpeg', 'words.jpg is not a picture.'],
  ['film.jpg', aFilm(), 'image/jpeg', 'film.jpg is not a picture, but an MP4 video.'],
  ['huge.jpg', aJpeg({ width: 12_000, height: 9_000 }), '', 'huge.jpg has 108 megapixels.'],
  ['none.jpg', new Uint8Array(), 'image/jpeg', 'none.jpg is empty.'],
])('what the authority will not keep is said at the field before Submit: %s', async (...file) => {
  const [name, content, type, why] = file;
  const { form } = await openCollisionForm();
  await add(form, 'vehicle');
  for (const picture of [field(form, /^Add images/), driverPicture(form)]) {
    fireEvent.change(picture, chosen(name, content, type));
    await waitFor(() => expect(described(picture)).toContain(why));
  }
  expect(described(submitOf(form))).toMatch(/image or video/i);
});

test.each([
  ['cut.mp4', aFilm().slice(0, 900), 'video/mp4', 'cut.mp4 is not complete.'],
  ['song.mp4', aFilm(900, 'M4A ', 'soun'), 'video/mp4', 'song.mp4 is not a video, but a sound'],
  [
    'cam.avi',
    latin('RIFF1234AVI LIST'),
    'video/avi',
    'cam.avi is an AVI video, which Hanya cannot',
  ],
  ['scene.jpg', aJpeg(), 'image/jpeg', 'scene.jpg is not a video, but a JPEG picture.'],
])('what the authority will not keep as a video is said before Submit: %s', async (...file) => {
  const [name, content, type, why] = file;
  const { form } = await openCollisionForm();
  const video = field(form, /^Add video/);
  fireEvent.change(video, chosen(name, content, type));
  await waitFor(() => expect(described(video)).toContain(why));
});

test('a picture without a type, or with another one’s name, is taken for what it is', async () => {
  const { form } = await openCollisionForm();
  fireEvent.change(field(form, /^Add images/), chosen('picture', aJpeg(), ''));
  await within(form).findByText('picture');
  fireEvent.change(field(form, /^Add (more )?images/), chosen('film.mp4', aJpeg(), 'video/mp4'));
  await within(form).findByText('film.mp4');
});

test('198c to 198e, 287b: what the server refuses shows in a toast, and the popup is at its top', async () => {
  const { form, server } = await openCollisionForm();
  await fillInCollision(form, 'CRF-404SH');
  const error = 'The evidence could not be stored. Try again in a moment.';
  server.answer(createCollision, () => ({ status: 503, error }));
  const scrolled = vi.spyOn(Element.prototype, 'scrollTo');
  fireEvent.click(submitOf(form));
  await says(error);
  expect(scrolled).toHaveBeenCalledWith({ top: 0 });
  const summary = within(form).getByRole('group', { name: 'The collision was not added' });
  expect(document.activeElement).toBe(summary);
  await waitFor(() => expect(isClosed(submitOf(form))).toBe(false));
  expect(field(form, /^Plate number/).value).toBe('CRF-404SH');
});

test('what the server says of a picture stands at the vehicle it belongs to', async () => {
  const { form, server } = await openCollisionForm();
  await fillInCollision(form, 'CRF-505SH');
  const wrong = 'This picture cannot be read.';
  const fields = { 'driverImg-CRF-505SH': wrong };
  server.answer(createCollision, () => ({ status: 400, error: 'Look at the files.', fields }));
  fireEvent.click(submitOf(form));
  await says('Look at the files.');
  expect(described(driverPicture(form))).toContain(wrong);
});

test('without an answer a collision is stored with its pictures, and its form can be left', async () => {
  const { form, server, address } = await openCollisionForm();
  await fillInCollision(form, 'CRF-606SH');
  server.answer(createCollision, () => {
    throw new TypeError('The connection broke.');
  });
  fireEvent.click(submitOf(form));
  await says('Stored on this device. Hanya will send it as soon as there is a network.');
  await waitFor(() => expect(address()).toBe('/collisions'));
  const waiting = await screen.findByRole('list', { name: 'collisions on this device' });
  expect(waiting.textContent).toMatch(/CRF-606SH.*Stored on this device/);
});

test('a file that can’t be read any more is named, and nothing is stored or sent', async () => {
  const { form, server } = await openCollisionForm();
  await fillInCollision(form, 'CRF-707SH');
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(() => {
    throw new DOMException('It was moved.', 'NotReadableError');
  });
  fireEvent.click(submitOf(form));
  await says('Hanya can no longer read one of your files.');
  vi.restoreAllMocks();
  expect(server.calls(createCollision)).toEqual([]);
  expect(field(form, /^Plate number/).value).toBe('CRF-707SH');
});

test('211c: what is removed from a form says that it was removed', async () => {
  const { form } = await openCollisionForm();
  for (const [what, row] of [
    ['vehicle', 'Vehicle'],
    ['witness statement', 'Witness'],
    ['officer statement', 'Officer statement'],
  ] as const) {
    await add(form, what);
    await press(`Remove ${row.toLowerCase()} 1`, form);
    await says(`${row} removed`);
  }
  addEvidence(form);
  await press('Remove scene.jpg', form);
  await says('Picture removed');
});
