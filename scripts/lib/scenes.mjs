// The scenes of docs/screens in their order: the address, the device, and what is done there.

const button = (within, name) => within.getByRole('button', { name });
const inHeader = (page, name) =>
  button(page.getByRole('navigation', { name: 'New record' }), name).click();
const dialog = (page, name) => page.getByRole('dialog', { name });
const firstRow = (page) => page.locator('tbody tr:not([aria-hidden]), main article').first();
const fines = (page) => page.getByRole('table', { name: 'Fines' });
const offences = (page) =>
  page.getByRole('listbox', { name: 'Matching offences' }).getByRole('option');
const list = { ready: (page) => firstRow(page).waitFor() };

/** Run in the page: waits for the pictures that can be seen. */
const inView = `Promise.all(
  [...document.images]
    .filter((image) => image.getBoundingClientRect().top < innerHeight)
    .map((image) => image.decode().catch(() => undefined)),
).then(() => undefined)`;

export const scenes = [
  {
    name: 'sign-in',
    words: 'Sign-in',
    as: null,
    size: 'phone',
    address: '/signin',
    ready: (page) => page.getByText('Connected').waitFor(),
  },
  {
    name: 'dashboard',
    words: 'Dashboard: counts and revenue, the live map and the live feed',
    address: '/',
    ready: (page) =>
      page.getByRole('list', { name: 'Live feed' }).getByRole('listitem').first().waitFor(),
  },
  { name: 'unpaid', words: 'Unpaid bookings beside the live map', address: '/unpaid', ...list },
  {
    name: 'booking',
    words: 'A booking: its progress, its fines, and what can be done next',
    theme: 'dark',
    address: ({ unpaid }) => `/unpaid?open=${unpaid}`,
    ready: (page) => fines(page).waitFor(),
  },
  {
    name: 'collision',
    words: 'A collision with its evidence',
    address: ({ collision }) => `/collisions?open=${collision}`,
    ready: async (page) => {
      await page.getByRole('heading', { name: 'Evidence' }).waitFor();
      await page.getByRole('dialog').getByRole('img').first().waitFor();
      await page.evaluate(inView);
    },
  },
  {
    name: 'booking-form',
    words: 'New booking, with offences picked: the ticket grows as it will be printed',
    as: 'booking-officer',
    size: 'phone',
    address: '/completed',
    ready: async (page, { phone }) => {
      const form = await openBooking(page);
      await pickOffences(page, form, phone, ['LGC-16', 'TMS-01']);
      await form.getByLabel('Name', { exact: true }).fill('Hauwa Bello');
      await form.getByRole('heading', { name: 'Booking Details' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'offences',
    words: 'The offence picker fills the phone',
    as: 'booking-officer',
    size: 'phone',
    address: '/completed',
    ready: async (page) => {
      const form = await openBooking(page);
      await button(form, /^Offences/).click();
      await page.getByRole('combobox', { name: /offences$/i }).fill('light');
      await offences(page).first().click();
    },
  },
  {
    name: 'map',
    words: 'The live map, here with its own plain ground, which needs no other server',
    theme: 'dark',
    address: '/map',
    ready: (page) => page.getByText(/have a position/).waitFor(),
  },
  {
    name: 'reconciliation',
    words: 'Reconciliation: what became of the bookings of some days, and what money came in',
    address: '/reconciliation',
    ready: (page) => page.getByText('Received on these days').waitFor(),
  },
  {
    name: 'exceptions',
    words: 'Payment exceptions: settled by one person, confirmed by another',
    address: '/exceptions',
    ...list,
  },
  {
    name: 'outbox',
    words: 'Without a network: what waits on this phone, and why',
    as: 'booking-officer',
    size: 'phone',
    theme: 'dark',
    address: '/outbox',
    ready: async (page, { phone }) => {
      const form = await openBooking(page);
      await pickOffences(page, form, phone, ['LGC-16']);
      const fields = {
        'License number': 'KAD48271AA12',
        Name: 'Hauwa Bello',
        'Phone number': '0900 555 0142',
        Address: '14 Benin Street',
        'Vehicle Registration': 'ZAR-555KD',
      };
      for (const [label, value] of Object.entries(fields))
        await form.getByLabel(label, { exact: true }).fill(value);
      await page.context().setOffline(true);
      await button(form, 'Submit').click();
      await form.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: '1 waiting' }).click();
      await page.getByText('ZAR-555KD').first().waitFor();
    },
  },
  {
    name: 'ticket-page',
    words: 'The public page behind the QR code of a ticket',
    as: null,
    size: 'phone',
    address: ({ ticket }) => `/t/${ticket}`,
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
];

async function openBooking(page) {
  await inHeader(page, 'Booking');
  const form = dialog(page, 'New Booking Form');
  await button(form, 'Submit').waitFor();
  return form;
}

async function pickOffences(page, form, phone, codes) {
  if (phone) await button(form, /^Offences/).click();
  const box = page.getByRole('combobox', { name: /offences$/i });
  for (const code of codes) {
    await box.fill(code);
    await offences(page).filter({ hasText: code }).click();
  }
  await box.fill('');
  if (phone) await button(form, 'Done').click();
}
