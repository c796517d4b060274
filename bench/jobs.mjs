// npm run bench -- jobs [address [words of a job]]: what the daily jobs of an authority ask of people: taps, keys, and
// seconds of waiting for the product. Phones have 40 kB/s, 400 ms and a processor slowed four times.
// At an address stands a demo of any version on this machine: a job that it has no way for says so.
import { chromium } from '@playwright/test';
import { bootstrap } from '../scripts/lib/bootstrap.mjs';
import { findChromium } from '../scripts/lib/browser.mjs';
import { build } from '../scripts/lib/build.mjs';
import { startServer } from '../tests/e2e/support/server.ts';

const password = 'hanya-demo-pass';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1440, height: 900 } };
/** What a person waits for at most, in milliseconds; without it there is no such way. */
const patience = 15_000;

const aBooking = {
  name: 'Musa Danladi',
  phoneNo: '0900 555 0142',
  address: '14 Benin Street',
  license: 'KAD48271AA12',
  zone: 'Zaria',
  location: 'PZ roundabout',
  offence: [{ id: 'LGC-16' }, { id: 'TMS-01' }],
};

/** Does what a person does, and counts it. A field is reached by one key from the one before it. */
class Hand {
  taps = 0;
  keys = 0;
  /** How often a part that was done stands for the whole. */
  times = 1;
  #since = performance.now();

  constructor(page, device, devtools) {
    this.page = page;
    this.devtools = devtools;
    this.press = device === phone ? 'tap' : 'click';
  }
  async tap(locator) {
    await locator.first()[this.press]({ timeout: patience });
    this.taps += 1;
  }
  async type(locator, text) {
    await locator.first().fill(text, { timeout: patience });
    this.keys += text.length + 1;
  }
  async strike(key) {
    await this.page.keyboard.press(key);
    this.keys += 1;
  }
  async choose(locator, option) {
    await this.tap(locator);
    await this.tap(this.page.getByRole('option', { name: option }));
  }
  async loseNetwork() {
    // Two rules for one network would contradict each other.
    await this.devtools?.send('Network.disable');
    await this.page.context().setOffline(true);
  }
  see(locator) {
    return locator.first().waitFor({ timeout: patience });
  }
  /** Whether the product has this way at all. */
  has(locator, within = 3_000) {
    return locator
      .first()
      .waitFor({ timeout: within })
      .then(
        () => true,
        () => false,
      );
  }
  button(name, within = this.page) {
    return within.getByRole('button', { name });
  }
  /** What was done before doesn't count. */
  begin() {
    [this.taps, this.keys, this.#since] = [0, 0, performance.now()];
  }
  get seconds() {
    return (performance.now() - this.#since) / 1_000;
  }
}

/** Each takes a hand on an open screen; what it throws is a way that isn't there. */
const jobs = [
  {
    name: 'book two offences, a car and driver never seen',
    who: 'booking-officer',
    device: phone,
    async work(hand, { plate }) {
      await openForm(hand);
      await describe(hand, plate);
      await submit(hand, plate);
    },
  },
  {
    name: 'the same, the car and its driver known',
    who: 'booking-officer',
    device: phone,
    async work(hand, { known }) {
      await openForm(hand);
      const first = hand.page.getByLabel('Start with the plate');
      const start = (await hand.has(first)) ? first : hand.page.getByLabel('Vehicle Registration');
      await hand.type(start, known);
      await hand.tap(hand.button('Same vehicle and driver'));
      await addOffences(hand);
      await submit(hand, known);
    },
  },
  {
    name: 'give the driver something to pay by, no printer',
    who: 'booking-officer',
    device: phone,
    async work(hand, { open }) {
      await open(hand);
      await hand.tap(hand.button('Show to driver'));
      await hand.see(hand.page.getByRole('link', { name: 'WhatsApp' }));
    },
  },
  {
    name: 'mend a wrong letter of a plate',
    who: 'booking-officer',
    device: phone,
    async work(hand, { open, plate, as }) {
      await open(hand);
      if (await hand.has(hand.button('Correct'))) {
        await hand.tap(hand.button(/^Correct$/));
        const form = hand.page.getByRole('dialog', { name: 'Correct booking' });
        await hand.type(form.getByLabel('Vehicle Registration'), otherPlate(plate));
        await hand.tap(hand.button('Save correction'));
        await hand.see(hand.page.getByText(/version 2/));
        return;
      }
      const head = await as('zonal-head');
      await open(head);
      await head.tap(head.button('Withdraw'));
      await head.type(head.page.getByLabel(/reason/i), 'The plate was read wrongly.');
      await head.tap(
        head.page
          .getByRole('dialog')
          .last()
          .getByRole('button', { name: /^Withdraw/ }),
      );
      await hand.tap(hand.button('Close'));
      await openForm(hand);
      await describe(hand, otherPlate(plate));
      await submit(hand, otherPlate(plate));
      hand.taps += head.taps;
      hand.keys += head.keys;
    },
  },
  {
    name: 'pay, check, clear',
    who: 'booking-officer',
    device: phone,
    async work(hand, { open, plate }) {
      await open(hand);
      await hand.see(hand.page.getByRole('definition').filter({ hasText: /^\d{10,}/ }));
      hand.begin();
      const opening = hand.page.waitForEvent('popup');
      await hand.tap(hand.button('Pay Bill'));
      const gateway = await opening;
      await gateway.getByRole('button', { name: /^Pay ₦/ }).tap();
      await gateway.getByRole('heading', { name: 'Paid' }).waitFor();
      await gateway.close();
      hand.taps += 1;
      if (await hand.button('Check Status').isVisible())
        await hand.tap(hand.button('Check Status'));
      await hand.tap(hand.button('Clear Vehicle'));
      const question = hand.page.getByRole('dialog', { name: `Clear ${plate}?` });
      await hand.tap(question.getByRole('button', { name: 'Clear Vehicle' }));
      await hand.see(hand.page.getByText('Vehicle Cleared successfully!'));
    },
  },
  {
    name: 'without a network: show or print a ticket sent an hour ago',
    who: 'booking-officer',
    device: phone,
    async work(hand, { plate }) {
      await openForm(hand);
      await describe(hand, plate);
      await submit(hand, plate);
      await hand.page.waitForTimeout(5_000);
      await hand.page.goto('/unpaid');
      // The device keeps the product and its lists by then.
      await hand.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await hand.page.waitForTimeout(20_000);
      await hand.loseNetwork();
      await hand.page.reload();
      hand.begin();
      await hand.tap(hand.button(`Show to driver ${plate}`));
      await hand.see(hand.page.getByRole('dialog').getByText(plate));
    },
  },
  {
    name: 'what I booked today and what of it is ready to clear',
    who: 'booking-officer',
    device: phone,
    async work(hand) {
      await hand.see(hand.page.getByRole('heading', { name: 'My day' }));
    },
  },
  {
    name: 'find a plate',
    who: 'zonal-head',
    device: desk,
    work: (hand, { known }) => find(hand, known),
  },
  {
    name: 'find a booking by the receipt the driver holds',
    who: 'zonal-head',
    device: desk,
    work: (hand, { receipt }) => find(hand, receipt),
  },
  {
    name: 'bookings of one officer yesterday',
    who: 'zonal-head',
    device: desk,
    async work(hand) {
      const cashUp = hand.page.getByRole('link', { name: /Cash-up/ });
      if (!(await hand.has(cashUp)))
        await hand.tap(hand.page.getByRole('link', { name: 'Reports' }));
      await hand.tap(cashUp);
      await hand.tap(hand.button('Date'));
      await hand.tap(hand.button('Yesterday'));
      await hand.tap(hand.page.getByRole('link', { name: /^Booked, .*Ladi Yakubu|Booked, Ladi/ }));
      await hand.see(hand.page.getByRole('heading', { name: 'All bookings' }));
    },
  },
  {
    name: 'what was done yesterday, and by whom',
    who: 'observer',
    device: desk,
    async work(hand) {
      await hand.tap(hand.page.getByRole('link', { name: 'All activity' }));
      if (await hand.has(hand.button(/^Filters/))) await hand.tap(hand.button(/^Filters/));
      await hand.tap(hand.button('Date'));
      await hand.tap(hand.button('Yesterday'));
      await hand.see(hand.page.getByRole('table'));
    },
  },
  {
    name: 'add 60 users',
    who: 'state-admin',
    device: desk,
    async work(hand, { persons }) {
      await hand.tap(hand.page.getByRole('link', { name: 'Admin' }));
      if (await hand.has(hand.button('Add from a file'))) {
        await hand.tap(hand.button('Add from a file'));
        const choosing = hand.page.waitForEvent('filechooser');
        await hand.tap(hand.button('Select a file'));
        const buffer = Buffer.from(fileOf(persons));
        await (await choosing).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
        await hand.tap(hand.button(/^Add 60 users/));
        await hand.see(hand.page.getByText(/60 users (are )?added/));
        return;
      }
      for (const person of persons.slice(0, 2)) await addByForm(hand, person);
      hand.times = persons.length / 2;
    },
  },
  {
    name: 'send a colleague a link for a new password',
    who: 'state-admin',
    device: desk,
    async work(hand) {
      await hand.tap(hand.page.getByRole('link', { name: 'Admin' }));
      await hand.tap(hand.button('Open Rakiya Sule'));
      await hand.tap(hand.button('Send a new link'));
      await hand.see(hand.page.getByRole('region', { name: 'Password link' }).getByText(/link/));
    },
  },
  {
    name: 'export what is unpaid for Excel',
    who: 'zonal-head',
    device: desk,
    async work(hand) {
      await hand.tap(hand.page.getByRole('link', { name: 'Unpaid Booking' }));
      await hand.tap(hand.button('Export'));
      const started = hand.page.waitForEvent('download');
      await hand.tap(hand.page.getByRole('menuitem', { name: /XLSX|Excel/ }));
      await started;
    },
  },
];

async function openForm(hand) {
  await hand.tap(hand.button(/^Booking$/));
  await hand.see(hand.page.getByRole('dialog', { name: 'New Booking Form' }));
}

async function addOffences(hand) {
  await hand.tap(hand.button(/^Offences/));
  const box = hand.page.getByRole('combobox', { name: /offences$/i });
  for (const code of ['LGC-16', 'TMS-01']) {
    await hand.type(box, code);
    await hand.tap(hand.page.getByRole('option', { name: new RegExp(code) }));
  }
  await hand.tap(hand.button('Done'));
}

async function describe(hand, plate) {
  await addOffences(hand);
  await hand.type(hand.page.getByLabel('License number'), 'KAD48271AA12');
  await hand.type(hand.page.getByLabel('Name', { exact: true }), 'Hauwa Bello');
  await hand.type(hand.page.getByLabel('Phone number', { exact: true }), '09005550142');
  await hand.type(hand.page.getByLabel('Address', { exact: true }), '14 Benin Street');
  await hand.type(hand.page.getByLabel('Vehicle Registration'), plate);
}

async function submit(hand, plate) {
  await hand.tap(hand.button('Submit'));
  await hand.see(hand.page.getByText(plate));
  await hand.page.getByRole('dialog', { name: 'New Booking Form' }).waitFor({ state: 'hidden' });
}

async function find(hand, text) {
  await hand.strike('/');
  const palette = hand.page.getByRole('dialog', { name: 'Search and actions' });
  await hand.type(palette.locator('input'), text);
  const found = palette.getByRole('group', { name: 'Bookings' });
  await hand.tap(found.getByRole('option'));
  await hand.see(
    hand.page.getByRole('dialog').or(hand.page.getByRole('heading', { name: /Dossier/ })),
  );
}

async function addByForm(hand, { first, last, email, phone }) {
  await hand.tap(hand.button('Add New User'));
  const form = hand.page.getByRole('dialog');
  await hand.type(form.getByLabel('First Name'), first);
  await hand.type(form.getByLabel('Last Name'), last);
  await hand.type(form.getByLabel('Email'), email);
  await hand.type(form.getByLabel('Phone Number'), phone);
  for (const field of ['Password', 'Confirm Password'])
    await hand.type(form.getByLabel(field, { exact: true }), 'a password of twenty');
  await hand.choose(form.getByLabel('Role'), 'booking officer');
  await hand.choose(form.getByLabel('Zone'), 'Zaria');
  await hand.tap(form.getByRole('button', { name: /^(Add|Submit)/ }));
  await form.waitFor({ state: 'hidden' });
}

const fileOf = (persons) =>
  [
    'First Name,Last Name,Email,Phone,Role,State,Zone',
    ...persons.map(({ first, last, email, phone }) =>
      [first, last, email, phone, 'booking officer', 'Kaduna', 'Zaria'].join(','),
    ),
  ].join('\r\n');

/** The plate with its first letter read wrongly. */
const otherPlate = (plate) => `Y${plate.slice(1)}`;

const node = await bootstrap();
const executablePath = findChromium(node);
const [given, words = ''] = process.argv.slice(2);
if (!executablePath || (given === undefined && !(await build(node)).ok)) process.exit(1);
const server = given === undefined ? await startServer() : null;
const address = server?.url ?? given;
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const windows = [];
let made = 0;
try {
  process.stdout.write('| job | taps | keys | seconds |\n| --- | --- | --- | --- |\n');
  for (const job of jobs.filter(({ name }) => name.includes(words)))
    process.stdout.write(`${await measured(job)}\n`);
} finally {
  await browser.close();
  await server?.remove();
}

async function measured({ name, who, device, work }) {
  const plate = `ZBX-${String((Date.now() % 900) + 100)}${letters(made)}`;
  made += 1;
  const hand = await handOf(who, device);
  const { page } = hand;
  const call = (method, path, body) => page.evaluate(callAs, [method, path, body]);
  const book = async (registration = plate) =>
    (await call('POST', '/api/v1/booking', { ...aBooking, registration })).data._id;
  const known = plate.replace('ZBX', 'ZKX');
  let id;
  const scene = {
    plate,
    known,
    receipt: '',
    book,
    persons: Array.from({ length: 60 }, (_, at) => ({
      first: 'Halima',
      last: `Number${letters(at)}`,
      email: `halima.${made}.${Date.now()}.${at}@authority.example`,
      phone: `0900555${String(1000 + at)}`,
    })),
    as: (other) => handOf(other, desk),
    /** Opens the booking that the job is about, as a link does. */
    async open(someone) {
      id ??= await book();
      await someone.page.goto(`${address}/unpaid?open=${id}`);
      await someone.page.getByRole('table', { name: 'Fines' }).waitFor();
      someone.begin();
    },
  };
  try {
    if (/known|plate$/.test(name)) await book(known);
    if (/receipt/.test(name)) {
      const { data } = await call('GET', '/api/v1/booking?limit=1&_boolpaid=true');
      scene.receipt = data[0].receipt;
    }
    hand.begin();
    await work(hand, scene);
    const { taps, keys, seconds, times } = hand;
    const note = times === 1 ? '' : `, 1 of ${times} parts done`;
    return `| ${name}${note} | ${taps * times} | ${keys * times} | ${(seconds * times).toFixed(1)} |`;
  } catch (error) {
    if (process.env.WHY)
      process.stderr.write(`${error.message}\n${await page.locator('body').ariaSnapshot()}\n`);
    return `| ${name} | no way | | |`;
  } finally {
    for (const window of windows.splice(0)) await window.close();
  }
}

/** In the page, with its session. */
async function callAs([method, path, body]) {
  const answer = await fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${localStorage.getItem('jwtToken')}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function letters(number) {
  return String.fromCharCode(65 + (Math.floor(number / 26) % 26), 65 + (number % 26));
}

async function handOf(who, device) {
  const window = await browser.newContext({
    ...device,
    baseURL: address,
    permissions: ['geolocation'],
    geolocation: { latitude: 11.0855, longitude: 7.7199 },
  });
  windows.push(window);
  const page = await window.newPage();
  page.setDefaultTimeout(patience);
  await page.goto('/signin');
  await page.getByLabel('Email').fill(`${who}@hanya.test`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('heading', { level: 1, name: 'Base' }).waitFor();
  const devtools = device === phone ? await window.newCDPSession(page) : undefined;
  if (devtools) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 40_000,
      uploadThroughput: 40_000,
    });
  }
  return new Hand(page, device, devtools);
}
