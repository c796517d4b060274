import { bookingsOf } from '../e2e/support/ledger.ts';
import { type FaultyProxy, startFaultyProxy } from '../shift/faulty-proxy.ts';
import { testPassword } from '../support/factories.ts';
import { fillBooking } from './support/booking.ts';
import type { Person } from './support/person.ts';
import { expect, test as base } from './support/test.ts';

/** A way to the server that can be cut: WebDriver has no flight mode. */
const test = base.extend<{ network: FaultyProxy }>({
  network: async ({ server }, use) => {
    const network = await startFaultyProxy(() => ({ is: 'none' }));
    network.lead(server.url);
    await use(network);
    await network.remove();
  },
});

const hauwa = (registration: string) => ({ name: 'Hauwa Bello', registration });
const onThisPhone = 'bookings on this device';

/** Resolves once the device keeps the product, and what its forms need, for a start without a network. */
async function isReady(person: Person): Promise<void> {
  await person.role('heading', 'Unpaid Bookings');
  // Somebody begins to use the page: what comes late comes now.
  await person.pressRole('heading', 'Unpaid Bookings');
  await expect
    .poll(() => person.askLater(kept), { timeout: 60_000 })
    .toContain('copy catalogue Kaduna');
  await expect.poll(() => person.askLater(cached), { timeout: 60_000 }).toContain('/');
}

const kept = `const done = arguments[arguments.length - 1];
const answer = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = reject;
  });
const read = async ({ name }) => {
  const database = await answer(indexedDB.open(name));
  const store = database.transaction('kept').objectStore('kept');
  const found = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
  database.close();
  return found;
};
indexedDB.databases().then(async (all) =>
  done(JSON.stringify(await Promise.all(all.filter(({ name }) => name.startsWith('hanya ')).map(read)))),
);`;
const cached = `const done = arguments[arguments.length - 1];
navigator.serviceWorker.ready.then(async () => {
  const paths = [];
  for (const cache of await caches.keys())
    for (const { url } of await (await caches.open(cache)).keys()) paths.push(new URL(url).pathname);
  done(paths);
});`;

test('a booking made without a network outlives the death of the browser, opens without one, and is sent once', async ({
  device,
  person,
  server,
  signIn,
  network,
}) => {
  await signIn('booking officer', network.url);
  await person.open(`${network.url}/unpaid`);
  await isReady(person);
  network.close();
  await person.press('Submit', await fillBooking(person, hauwa('ZAR-555KD')));
  const waiting = await person.role('list', onThisPhone);
  await person.sees(/ZAR-555KD/, waiting);
  await device.die();
  expect(await bookingsOf(server, 'ZAR-555KD')).toEqual([]);

  await device.start();
  await person.open(`${network.url}/unpaid`);
  await person.sees(/ZAR-555KD/, await person.role('list', onThisPhone));
  expect(await bookingsOf(server, 'ZAR-555KD')).toEqual([]);
  network.open();
  await expect.poll(() => bookingsOf(server, 'ZAR-555KD'), { timeout: 60_000 }).toHaveLength(1);
  await person.gone(['role', 'list', onThisPhone]);
  expect(await bookingsOf(server, 'ZAR-555KD')).toHaveLength(1);
});

test('a draft outlives the death of the browser, and is offered with all that was typed', async ({
  device,
  person,
  server,
  enter,
  signIn,
}) => {
  const { token } = await signIn('booking officer');
  await person.open(`${server.url}/completed`);
  await fillBooking(person, hauwa('DRA-101KD'));
  await expect.poll(() => person.askLater(kept)).toContain('DRA-101KD');
  await device.die();
  await device.start();
  // Chromium may not have written local storage before it died.
  await enter(server.url, token);
  await person.open(`${server.url}/completed?new=booking`);
  const form = await person.role('dialog', 'New Booking Form');
  await person.press(/^Continue the draft/, form);
  const typed =
    'return [...document.querySelectorAll("[role=dialog] input")].map(({ value }) => value)';
  await expect
    .poll(() => person.run(typed))
    .toEqual(expect.arrayContaining(['Hauwa Bello', 'DRA-101KD']));
});

test('whoever signs out while a booking waits has it sent after signing in again', async ({
  person,
  server,
  signIn,
  network,
}) => {
  const { email } = await signIn('booking officer', network.url);
  await person.open(`${network.url}/unpaid`);
  await isReady(person);
  network.close();
  await person.press('Submit', await fillBooking(person, hauwa('OUT-101KD')));
  await person.role('list', onThisPhone);
  await person.press('Logout');
  await person.reaches('/signin');
  expect(await bookingsOf(server, 'OUT-101KD')).toEqual([]);
  network.open();
  await person.open(`${network.url}/signin`);
  await person.fill('Email', email);
  await person.fill('Password', testPassword);
  await person.press('Login');
  await expect.poll(() => bookingsOf(server, 'OUT-101KD'), { timeout: 60_000 }).toHaveLength(1);
});
