import { createHash } from 'node:crypto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { listCollisions, perpetrators, witnessTypes } from '#contract/collisions.ts';
import { createCollision } from '#contract/new-collisions.ts';
import type { FakeServer } from './support/fake-server.ts';
import {
  choose,
  described,
  dialog,
  field,
  fill,
  isClosed,
  labelled,
  offered,
  press,
  says,
} from './support/form.ts';
import { openApp } from './support/open-app.tsx';
import { aCollision, aList, anAnswer, aPicture } from './support/records.ts';

const sections = [
  'Overview',
  'Vehicle and Driver Details',
  'Evidence',
  'Witness Statements',
  'Attending Officer Statement',
] as const;

async function openForm() {
  const app = openApp('/insurance', { role: 'booking officer', zone: 'Zaria' }, collisionServer);
  await press('Collision', await screen.findByRole('navigation', { name: 'New record' }));
  const form = await dialog('New Collision Form');
  return { ...app, form };
}

function collisionServer(server: FakeServer): void {
  server.answer(listCollisions, () => aList());
  server.answer(createCollision, ({ body: { noOfCars } }) => anAnswer(aCollision({ noOfCars })));
}

const section = (form: HTMLElement, name: (typeof sections)[number]) =>
  within(form).getByRole('region', { name });
const submitOf = (form: HTMLElement) => within(form).getByRole('button', { name: 'Submit' });
const add = (form: HTMLElement, what: string) => press(`Add ${what}`, form);
const count = (of: string) => labelled(`Number of ${of}`);

const fileInputs = (form: HTMLElement) => [
  ...section(form, 'Evidence').querySelectorAll<HTMLInputElement>('input[type=file]'),
];
const addEvidence = (form: HTMLElement) =>
  fireEvent.change(field(form, /^Add images/), { target: { files: [aPicture()] } });

const driverPicture = (form: HTMLElement) => field(form, /^Add picture: Vehicle 1, driver/);

async function fillIn(form: HTMLElement, plate: string): Promise<void> {
  fill(form, count('vehicles'), '2');
  fill(form, count('fatalities'), '0');
  await add(form, 'vehicle');
  fill(form, /^Plate number/, plate);
  addEvidence(form);
  await waitFor(() => expect(isClosed(submitOf(form))).toBe(false));
}

test('the form has the sections A to E', async () => {
  const { form } = await openForm();
  const headings = within(form).getAllByRole('heading', { level: 3 });
  const names = headings.map(({ textContent }) => textContent);
  expect(names.filter((text) => sections.some((name) => name === text))).toEqual([...sections]);
  for (const [place, name] of sections.entries()) {
    expect(section(form, name).querySelector('header')?.textContent).toContain(
      'ABCDE'.charAt(place),
    );
  }
});

test('evidence takes images, and the video a video', async () => {
  const { form } = await openForm();
  const accepted = fileInputs(form).map(({ accept }) => accept);
  expect(accepted.filter((kinds) => kinds.includes('image/'))).not.toEqual([]);
  expect(accepted.filter((kinds) => kinds.includes('video/'))).toHaveLength(1);
  expect(accepted.filter((kinds) => !/image\/|video\//.test(kinds))).toEqual([]);
});

test('the perpetrator is described only when it is other', async () => {
  const { form } = await openForm();
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

test('a witness is of one of the six types', async () => {
  const { form } = await openForm();
  await add(form, 'witness statement');
  const types = await offered(section(form, 'Witness Statements'), 'Type');
  expect(types.map((text) => text.toLowerCase())).toEqual([...witnessTypes]);
});

test('Submit opens once both counts, a vehicle and evidence are there', async () => {
  const { form } = await openForm();
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
  fill(form, count('fatalities'), '');
  await isOpen(false);
});

test.each(['vehicles', 'fatalities', 'injuries'])(
  'the number of %s is a number of 0 or more',
  async (of) => {
    const { form, server } = await openForm();
    await fillIn(form, 'CRF-202SH');
    const number = field(form, count(of));
    expect(number.type).toBe('number');
    expect(number.min).toBe('0');
    fill(form, count(of), '-1');
    fireEvent.click(submitOf(form));
    await within(form).findByRole('group', { name: 'Check these fields' });
    expect(number.getAttribute('aria-invalid')).toBe('true');
    expect(described(number)).toContain(`The number of ${of} is 0 or more.`);
    expect(server.calls(createCollision)).toEqual([]);
  },
);

test('the words of a collision announce its files under the names of their fields', async () => {
  const { form, server, address } = await openForm();
  await fillIn(form, 'crf-303sh');
  fireEvent.change(driverPicture(form), {
    target: { files: [aPicture('driver.jpg')] },
  });
  await within(form).findByText('driver.jpg');
  await waitFor(() => expect(isClosed(submitOf(form))).toBe(false));
  fireEvent.click(submitOf(form));
  await says('Collision added');
  await waitFor(() => expect(address()).toBe('/collisions'));
  const [{ body, files } = { body: null, files: [] }] = server.calls(createCollision);
  const sha256 = createHash('sha256').update('x').digest('hex');
  expect(body).toMatchObject({
    zone: 'Zaria',
    noOfCars: 2,
    vehicle: [{ plate: 'CRF-303SH' }],
    coming: [
      { field: 'driverImg-CRF-303SH', bytes: 1, sha256 },
      { field: 'img', bytes: 1, sha256 },
    ],
  });
  expect(files).toEqual([]);
  const waiting = await screen.findByRole('list', { name: 'collisions on this phone' });
  expect(waiting.textContent).toMatch(
    /CRF-303SH.*Received by the authority, 2 files still on this/,
  );
});

test('what the server refuses shows in a toast, and the popup is at its top', async () => {
  const { form, server } = await openForm();
  await fillIn(form, 'CRF-404SH');
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
  const { form, server } = await openForm();
  await fillIn(form, 'CRF-505SH');
  const wrong = 'This picture cannot be read.';
  const fields = { 'driverImg-CRF-505SH': wrong };
  server.answer(createCollision, () => ({ status: 400, error: 'Look at the files.', fields }));
  fireEvent.click(submitOf(form));
  await says('Look at the files.');
  expect(described(driverPicture(form))).toContain(wrong);
});

test('without an answer a collision is stored with its pictures, and its form can be left', async () => {
  const { form, server, address } = await openForm();
  await fillIn(form, 'CRF-606SH');
  server.answer(createCollision, () => {
    throw new TypeError('The connection broke.');
  });
  fireEvent.click(submitOf(form));
  await says('Stored on this phone. It is sent as soon as there is a network.');
  await waitFor(() => expect(address()).toBe('/collisions'));
  const waiting = await screen.findByRole('list', { name: 'collisions on this phone' });
  expect(waiting.textContent).toMatch(/CRF-606SH.*Stored on this phone/);
});

test('a file that can’t be read any more is named, and nothing is stored or sent', async () => {
  const { form, server } = await openForm();
  await fillIn(form, 'CRF-707SH');
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(() => {
    throw new DOMException('It was moved.', 'NotReadableError');
  });
  fireEvent.click(submitOf(form));
  await says('A chosen file can’t be read any more.');
  vi.restoreAllMocks();
  expect(server.calls(createCollision)).toEqual([]);
  expect(field(form, /^Plate number/).value).toBe('CRF-707SH');
});

test('what is removed from a form says that it was removed', async () => {
  const { form } = await openForm();
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
