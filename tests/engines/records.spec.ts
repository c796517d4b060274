import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noMoney } from '#contract/modules/after-ticket/papers.ts';
import { titleOf } from '#contract/screen-paths.ts';
import { signedAddress, signedText } from '#contract/signed-tickets.ts';
import { qrCode } from '#server/qr-code.ts';
import { bookingsOf } from '../e2e/support/ledger.ts';
import { aPicture } from '../specification/pictures.ts';
import { aCertifiedPhone, aTicketOfKaduna } from '../support/devices.ts';
import { booked, bookedWithBill } from '../support/journey.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fillBooking } from './support/booking.ts';
import { expect, test } from './support/test.ts';

const control = '\uE009';
const escape = '\uE00C';

test('a collision is recorded with a picture, which is shown as it was chosen', async ({
  person,
  server,
  signIn,
}) => {
  await signIn('booking officer');
  await person.open(`${server.url}/collisions`);
  await person.press('Collision', await person.role('navigation', 'New record'));
  const form = await person.role('dialog', 'New Collision Form');
  await person.fill(/^Number of vehicles/, '2', form);
  await person.fill(/^Number of fatalities/, '0', form);
  await person.press('Add vehicle', form);
  await person.fill(/^Plate number/, 'CRF-303SH', form);
  const { name, buffer } = await aPicture();
  const file = join(temporaryFolder(), name);
  writeFileSync(file, buffer);
  await person.choose(file, await person.role('region', 'Evidence'));
  await person.sees('1 image', form);
  await person.press('Submit', form);
  await person.press(/^Open/, await person.role('row', /CRF-303SH/));
  await person.press(/^Evidence 1 of/);
  await person.role('dialog', /^Evidence 1 of/);
  const widths =
    'return [...document.querySelectorAll("dialog img, [role=dialog] img")].map((one) => one.naturalWidth)';
  await expect.poll(() => person.run(widths)).toContain(64);
});

test('each list opens with its rows', async ({ person, server, signInAs }) => {
  await signInAs('state-admin@hanya.test');
  const lists = ['/unpaid', '/paid', '/completed', '/collisions', '/bookings', '/admin'] as const;
  for (const path of [...lists, '/unpaid-insurance', '/insurance', '/drivers'] as const) {
    await person.open(server.url + path);
    await person.role('heading', titleOf(path));
    const rows = 'return document.querySelectorAll("main tbody tr").length';
    await expect.poll(() => person.run(rows), path).toBeGreaterThan(2);
  }
});

test('what a colleague books meanwhile is in the feed without anybody’s doing', async ({
  person,
  server,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  await person.open(`${server.url}/`);
  const feed = await person.role('list', 'Live feed');
  await booked(client, { registration: 'LIV-101KD', name: 'Ngozi Adebayo' });
  await person.sees(/LIV-101KD/, feed);
});

test('a body that breaks a rule is refused at its field, and nothing is booked', async ({
  person,
  server,
  signIn,
}) => {
  await signIn('booking officer');
  await person.open(`${server.url}/unpaid`);
  const form = await fillBooking(person, { name: 'Hauwa Bello', registration: 'REF-101KD' });
  await person.type(['role', 'textbox', /^Phone number/], 'none', form);
  await person.press('Submit', form);
  const invalid = 'return document.querySelector("[aria-invalid=true]")?.value ?? null';
  await expect.poll(() => person.run(invalid)).toBe('none');
  expect(await bookingsOf(server, 'REF-101KD')).toEqual([]);
});

test('the print view of a ticket opens in a window of its own, as narrow as its paper', async ({
  person,
  server,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const { _id } = await booked(client, { name: 'Ɗanjuma Ọláṣẹ' });
  await person.open(`${server.url}/unpaid?open=${_id}`);
  await person.press('Print');
  await person.pressRole('radio', '80 mm');
  await person.inNewWindow(
    () => person.press('Print view, Ticket'),
    async () => {
      await person.role('heading', 'Traffic offence ticket');
      await person.sees('Ɗanjuma Ọláṣẹ');
      await person.sees(noMoney);
      const width = 'return document.querySelector("article").getBoundingClientRect().width';
      await expect.poll(async () => Math.floor(Number(await person.run(width)))).toBe(302);
    },
  );
});

test('a driver finds the ticket by its code, and the way to the payment', async ({
  person,
  server,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const { _id } = await bookedWithBill(client);
  const { ticket_code } = await server.query((db) =>
    db.selectFrom('bookings').select('ticket_code').where('id', '=', _id).executeTakeFirstOrThrow(),
  );
  await person.open(`${server.url}/t/${ticket_code}`);
  await person.sees('Ticket Issued');
  await person.pressRole('link', 'Go to the payment page');
  await person.press(/^Pay ₦/);
  await person.role('heading', 'Paid');
});

test('the code of a signed ticket is read from the camera’s picture, and verified', async ({
  person,
  server,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  const phone = await aCertifiedPhone(client);
  const claim = { ...aTicketOfKaduna, madeAt: new Date(), signer: phone.id };
  const signature = Buffer.from(await phone.signText(signedText(claim)), 'base64url');
  await person.open(`${server.url}/check-ticket`);
  await person.sees(/^This device can check tickets from \d+ phones?/);
  await person.run(cameraSees, qrCode(signedAddress(server.url, claim, signature)));
  await person.press('Scan the code');
  const verdict = await person.role('region', 'Result');
  await expect.poll(() => person.text(verdict)).toContain('The phone of Amina Sule');
  expect(await person.text(verdict)).toContain('₦12,000');
});

/** In place of a camera, which the machine has none of: one that sees a QR code. */
const cameraSees = `const [{ size, path }] = arguments;
const canvas = document.createElement('canvas');
canvas.width = canvas.height = 640;
const context = canvas.getContext('2d');
const draw = () => {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 640, 640);
  context.setTransform(520 / size, 0, 0, 520 / size, 60, 60);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
};
draw();
setInterval(draw, 100);
navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(10));`;

test('at 390 px no screen scrolls sideways', async ({ person, server, signInAs }) => {
  await signInAs('state-admin@hanya.test');
  await person.inNewWindow(
    () =>
      person.run('window.open(arguments[0], "_blank", "width=390,height=844")', `${server.url}/`),
    async () => {
      await person.ask('size', { width: 390, height: 844 });
      const paths = [
        '/',
        '/unpaid',
        '/collisions',
        '/bookings',
        '/report',
        '/admin',
        '/profile',
      ] as const;
      for (const path of [...paths, '/reconciliation', '/outbox', '/check-ticket'] as const) {
        await person.open(server.url + path);
        await person.role('heading', titleOf(path));
        const widths =
          'const { scrollWidth } = document.documentElement; return [innerWidth, scrollWidth <= innerWidth]';
        expect(await person.run(widths), path).toEqual([390, true]);
      }
    },
  );
});

test('the keys open the palette, which finds a vehicle and opens what is known of it', async ({
  person,
  server,
  signIn,
}) => {
  const { client } = await signIn('booking officer');
  await booked(client, { registration: 'PAL-101KD' });
  await person.open(`${server.url}/profile`);
  await person.role('heading', 'Account Settings');
  await person.press('Booking', await person.role('navigation', 'New record'));
  await person.role('dialog', 'New Booking Form');
  await person.keys(await person.find(['role', 'textbox', /^Name/]), escape);
  await person.gone(['role', 'dialog', 'New Booking Form']);
  await person.keys(await person.body(), `${control}k`);
  await person.type(['role', 'combobox', 'Search and actions'], 'PAL-101KD');
  await person.pressRole('option', /PAL-101KD/);
  await person.reaches('/dossier');
  await expect.poll(() => person.text()).toContain('Musa Danladi');
});

test('the map is drawn with its records on it', async ({ person, server, signInAs }) => {
  await signInAs('state-admin@hanya.test');
  server.mapHost.does = 'tiles';
  await person.open(`${server.url}/map`);
  const state = 'return document.querySelector("[data-state]")?.dataset.state ?? null';
  await expect.poll(() => person.run(state), { timeout: 60_000 }).toBe('loaded');
  const map = await person.role('region', 'Live Map');
  await person.press('Show all', map);
  await person.role('button', /records here/, map);
});
