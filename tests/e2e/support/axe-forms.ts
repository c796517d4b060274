import type { Locator, Page } from '@playwright/test';
import type { Place } from './axe-matrix.ts';
import type { Records } from './axe-records.ts';
import { still } from './axe-screens.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

async function openForm(page: Page, name: 'Booking' | 'Collision'): Promise<Locator> {
  const links = page.getByRole('navigation', { name: 'New record' });
  await button(links, name).click();
  const form = dialog(page, `New ${name} Form`);
  await button(form, 'Submit').waitFor();
  return form;
}

/** Something inside a form: `open` leads to it. */
const within = (name: string, open: Place['open'] & {}, shows: (page: Page) => Locator): Place => ({
  name,
  as: 'state admin',
  address: '/profile',
  open,
  states: { ...still, data: { shows } },
});

const note = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function typeKnown(page: Page, { knownPlate, knownLicence, knownPhone }: Records) {
  const form = await openForm(page, 'Booking');
  const typed = [
    ['License number', knownLicence, 'Known licence'],
    ['Phone number', knownPhone, 'Known phone number'],
    ['Vehicle Registration', knownPlate, 'Known vehicle'],
  ] as const;
  for (const [label, value, known] of typed) {
    await form.getByLabel(label, { exact: true }).fill(value);
    await note(page, known).waitFor();
  }
}

async function keepDraft(page: Page, form: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await button(dialog(page, 'Close the form?'), 'Save draft').click();
  await form.waitFor({ state: 'hidden' });
}

async function keepBooking(page: Page): Promise<void> {
  const form = await openForm(page, 'Booking');
  await form.getByLabel('Name', { exact: true }).fill('Hauwa Bello');
  await keepDraft(page, form);
  await openForm(page, 'Booking');
}

async function keepCollision(page: Page): Promise<void> {
  const form = await openForm(page, 'Collision');
  await button(form, 'Add vehicle').click();
  await form.getByLabel(/^Plate number/).fill('CRF-202SH');
  await keepDraft(page, form);
  await openForm(page, 'Collision');
}

const drafts = (page: Page) => page.getByRole('region', { name: 'Drafts' });

/** The camera of the device as it would be: it comes, it keeps one waiting, it is refused. */
type Camera = 'on' | 'starting' | 'refused';

const capture = (camera: Camera) => async (page: Page) => {
  await button(page, 'Capture').waitFor();
  await page.evaluate((does) => {
    navigator.mediaDevices.getUserMedia = () => {
      if (does === 'starting') return Promise.withResolvers<MediaStream>().promise;
      if (does === 'refused') return Promise.reject(new DOMException('', 'NotAllowedError'));
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')?.fillRect(0, 0, 320, 240);
      return Promise.resolve(canvas.captureStream());
    };
  }, camera);
  await button(page, 'Capture').click();
};

/** What forms show beyond their fields, and the pictures of an accident. */
export const forms: readonly Place[] = [
  within(
    'Known vehicle, licence and phone',
    (page, { records }) => typeKnown(page, records),
    (page) => note(page, 'Known vehicle').getByText('This may be a duplicate.'),
  ),
  within(
    'Known vehicle, filled in',
    async (page, { records }) => {
      const form = await openForm(page, 'Booking');
      await form.getByLabel('Vehicle Registration', { exact: true }).fill(records.knownPlate);
      await button(note(page, 'Known vehicle'), 'Same driver').click();
    },
    (page) => page.getByText(/^Filled in:/),
  ),
  {
    ...within(
      'Known vehicle of an accident',
      async (page, { records }) => {
        const form = await openForm(page, 'Collision');
        await button(form, 'Add vehicle').click();
        await form.getByLabel(/^Plate number/).fill(records.knownPlate);
      },
      (page) => note(page, 'Known vehicle'),
    ),
    // The sheet would stand scrolled where a desk left it.
    phoneApart: true,
  },
  within('Draft of a booking', keepBooking, drafts),
  within('Draft of an accident', keepCollision, drafts),
  within('Camera', capture('on'), (page) => dialog(page, 'Take a picture').locator('video')),
  within('Camera that starts', capture('starting'), (page) =>
    page.getByText('Waiting for the camera'),
  ),
  within('Camera that is refused', capture('refused'), (page) =>
    page.getByText(/^The browser is not allowed to use the camera/),
  ),
  {
    name: 'Large picture',
    as: 'state admin',
    address: ({ collision }) => `/collisions?open=${collision}`,
    open: (page) => page.getByRole('button', { name: 'Evidence 1 of' }).click(),
    asks: /^\/files\//,
    uncached: true,
    states: {
      ...still,
      data: { shows: (page) => page.getByRole('dialog', { name: 'Evidence 1 of' }) },
      failing: { shows: (page) => page.getByText('This picture could not be loaded.') },
    },
  },
];
