import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { changeContacts } from '#contract/contacts.ts';
import { doNotPay, noMoney, showTicket } from '#contract/modules/after-ticket/papers.ts';
import { raiseOtherAmount } from '#tests/support/exceptions.ts';
import { markPaid } from '#tests/support/factories.ts';
import { booked, bookedWithBill } from '#tests/support/journey.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer');
});
afterAll(() => app.stop());

const open = (code: string, init?: RequestInit) => fetch(`${app.url}/t/${code}`, init);
const pageOf = async (code: string) => (await open(code)).text();

const personal = {
  name: 'Zubairu <b>Ƙaura</b> & "Sons"',
  phoneNo: '0900 555 7788',
  phoneTwo: '0900 555 9911',
  address: '31 Hidden Close',
  email: 'zubairu@example.com',
  license: 'SECRETLIC77',
  registration: 'QRS-987ZY',
  location: 'Under the flyover',
  team: 'Team Z',
  notes: 'Wore a red cap',
  make: 'Peugeot',
  model: 'Boxer',
  color: 'Turquoise',
  vin: 'VINQ1234567',
  position: { lat: 11.1234, lng: 7.5678, accuracy: 8 },
  confiscations: ['Police Receipt' as const],
};

test('the page shows state, dates, reference, amount and bill, and nothing of driver, vehicle or officer', async () => {
  const { _id, billRef } = await bookedWithBill(officer, personal);
  const page = await pageOf(await ticketCodeOf(app.db, _id));
  for (const shown of [
    'Ticket Issued',
    _id.slice(10),
    '₦12,000',
    `value="${billRef}"`,
    'Kaduna State Traffic Authority',
  ])
    expect(page).toContain(shown);
  expect(page).toContain(noMoney);
  const hidden = Object.values(personal).filter((value) => typeof value === 'string');
  hidden.push('Zubairu', 'Ƙaura', 'Sons', 'Flyover', 'Close');
  const others = ['Police Receipt', '11.1234', '7.5678', 'Amina', 'Sule', 'Zaria', 'LGC-16', _id];
  const text = page.replace(/<style>[^]*<\/style>/, '').toLowerCase();
  for (const secret of [...hidden, ...others])
    expect(text, secret).not.toContain(secret.toLowerCase());
  expect(page).not.toMatch(/<form|<[^>]*\s(on\w+|style)=/i);
});

test('while a person looks at money of a ticket, its page and its officer say not to pay', async () => {
  const { _id, billRef } = await bookedWithBill(officer);
  const code = await ticketCodeOf(app.db, _id);
  const shown = async () => (await officer.ok(showTicket, { params: { id: _id } })).data.inQuestion;
  expect(await shown()).toBe(false);
  await raiseOtherAmount(app.db, _id);
  const page = await pageOf(code);
  expect(page).toContain(doNotPay);
  expect(page).not.toContain(billRef);
  expect(page).not.toContain('/pay"');
  const pay = await open(`${code}/pay`, { redirect: 'manual' });
  expect(pay.headers.get('location')).toBe(`/t/${code}`);
  expect(await shown()).toBe(true);
});

test('the page follows the ticket from issued to paid to completed', async () => {
  const { _id } = await booked(officer);
  const code = await ticketCodeOf(app.db, _id);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos' }).format();
  expect(await pageOf(code)).toMatch(new RegExp(`Issued</dt>\\s*<dd>${today}`));
  await markPaid(app.db, _id);
  const paid = await pageOf(code);
  expect(paid).toContain('Ticket Paid');
  expect(paid).toMatch(new RegExp(`Paid</dt>\\s*<dd>${today}`));
  expect(paid).not.toContain('/pay"');
  await officer.ok(clearVehicle, { params: { id: _id }, body: { completed: true } });
  const done = await pageOf(code);
  expect(done).toMatch(new RegExp(`Completed</dt>\\s*<dd>${today}`));
  expect(done).toContain('No money is owed.');
});

test('a paid page says the receipt number and gives the receipt, without driver or vehicle', async () => {
  const { _id } = await bookedWithBill(officer, personal);
  const code = await ticketCodeOf(app.db, _id);
  const early = await open(`${code}/receipt`, { redirect: 'manual' });
  expect([early.status, early.headers.get('location')]).toEqual([303, `/t/${code}`]);
  await markPaid(app.db, _id);
  const page = await pageOf(code);
  const receipt = /Receipt number<\/dt>\s*<dd>([^<]+)</.exec(page)?.[1]?.trim() ?? '';
  expect(page).toContain(`href="/t/${code}/receipt"`);
  const answer = await open(`${code}/receipt`);
  expect(answer.headers.get('content-disposition')).toContain(`receipt-${_id.slice(10)}.pdf`);
  const text = textOfPdf(Buffer.from(await answer.arrayBuffer()));
  for (const said of ['Payment received', receipt, '₦12,000', noMoney])
    expect(text).toContain(said);
  for (const secret of ['Zubairu', 'QRS', 'Peugeot', 'LGC-16', 'Flyover', '31 Hidden'])
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
});

test('the page says where the vehicle is fetched and what to bring, and lost codes whom to call', async () => {
  const admin = await makePerson(app, 'state admin');
  const body = {
    phone: '0700 555 0100',
    whatsapp: '0803 555 0101',
    office: '14 <b>Independence</b> Way',
    hours: 'Monday to Friday',
    bring: 'Your licence',
  };
  await admin.client.ok(changeContacts, { body });
  const { _id } = await booked(officer);
  const code = await ticketCodeOf(app.db, _id);
  expect(await pageOf(code)).toContain('Collect your vehicle here after you pay');
  await markPaid(app.db, _id);
  const page = await pageOf(code);
  for (const said of [
    'Collect your vehicle here<',
    '14 &lt;b&gt;Independence&lt;/b&gt; Way',
    'Your licence',
    'href="tel:07005550100"',
    'href="https://wa.me/2348035550101"',
  ])
    expect(page).toContain(said);
  await officer.ok(clearVehicle, { params: { id: _id }, body: { completed: true } });
  expect(await pageOf(code)).not.toContain('Your licence');
  expect(await pageOf('000000000000000000')).toContain('0700 555 0100');
  await admin.client.ok(changeContacts, { body: {} });
});

test('a code is typed into a field, as it stands on the paper or as a whole address', async () => {
  const { _id } = await booked(officer);
  const code = await ticketCodeOf(app.db, _id);
  expect(await pageOf('')).toContain('name="code"');
  const leads = async (typed: string) => {
    const answer = await open(`?code=${encodeURIComponent(typed)}`, { redirect: 'manual' });
    return [answer.status, answer.headers.get('location')];
  };
  for (const typed of [code, ` ${code.toLowerCase()} `, `${app.url}/t/${code}#1.X`])
    expect(await leads(typed), typed).toEqual([303, `/t/${code}`]);
  const wrong = await open(`?code=${encodeURIComponent('"><script>')}&code=2`);
  expect(wrong.status).toBe(404);
  const again = await open(`?code=${encodeURIComponent('"><b>')}`);
  expect(again.status).toBe(404);
  expect(await again.text()).toContain('value="&quot;&gt;&lt;b&gt;"');
});

test('every booking has a code of its own, 18 letters and digits without look-alikes', async () => {
  const ids = [];
  for (let made = 0; made < 5; made += 1) ids.push((await booked(officer))._id);
  const codes = await Promise.all(ids.map((id) => ticketCodeOf(app.db, id)));
  expect(new Set(codes).size).toBe(5);
  for (const [place, code] of codes.entries()) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{18}$/);
    expect(ids[place]).not.toContain(code.slice(0, 6));
  }
});

test('a code typed off the paper is read with small letters, gaps and look-alikes', async () => {
  const { _id } = await booked(officer);
  const code = '0'.repeat(2) + '1'.repeat(2) + (await ticketCodeOf(app.db, _id)).slice(4);
  await app.owner
    .updateTable('bookings')
    .set({ ticket_code: code })
    .where('id', '=', _id)
    .execute();
  const typed = `oO-iL-${code.slice(4, 11)} ${code.slice(11)}`.toLowerCase();
  expect((await open(encodeURIComponent(typed))).status).toBe(200);
});

test('a code that could be a ticket’s is not received yet, whichever it is', async () => {
  const pages = await Promise.all(
    ['000000000000000000', 'ABCDEFGH0123456789'].map(async (code) => {
      const answer = await open(code);
      expect(answer.status).toBe(404);
      expect((await open(`${code}/pay`)).status).toBe(404);
      return answer.text();
    }),
  );
  expect(pages[0]).toBe(pages[1]);
  expect(pages[0]).toContain('This ticket has not been received yet.');
  expect(pages[0]).toMatch(/after\s+3 days,/);
  expect(pages[0]).toContain(noMoney);
});

test('what can be no code is a 404 in the same look, whatever is asked for', async () => {
  const { _id } = await booked(officer);
  for (const code of [
    _id,
    _id.slice(10),
    'x',
    '%00',
    "'%20or%201=1",
    '../api',
    'a/b',
    'K'.repeat(500),
  ]) {
    const answer = await fetch(new URL(`${app.url}/t/`).href + code.replace('../', '..%2F'));
    expect(answer.status, code).toBe(404);
    const page = await answer.text();
    expect(page).toContain('No ticket has this code.');
    expect(page).toContain(noMoney);
  }
});

test('the page is kept nowhere, listed nowhere and runs one script alone', async () => {
  const { _id } = await booked(officer);
  for (const code of [await ticketCodeOf(app.db, _id), '000000000000000000']) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await open(code, { method });
      const header = (name: string) => answer.headers.get(name) ?? '';
      expect(header('cache-control')).toBe('no-store');
      expect(header('x-robots-tag')).toContain('noindex');
      expect(header('referrer-policy')).toBe('no-referrer');
      expect(header('x-content-type-options')).toBe('nosniff');
      expect(header('content-type')).toBe('text/html; charset=utf-8');
      expect(header('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(header('content-security-policy')).toMatch(/script-src 'sha256-[^']+';/);
      expect(header('content-security-policy')).not.toContain('unsafe');
      expect(header('set-cookie')).toBe('');
      if (method === 'HEAD') expect(await answer.text()).toBe('');
    }
  }
});

test('the way to pay leads to the page of the gateway, and back once the bill is paid', async () => {
  const { _id } = await bookedWithBill(officer);
  const code = await ticketCodeOf(app.db, _id);
  expect(await pageOf(code)).toContain(`href="/t/${code}/pay"`);
  const leads = async () => {
    const answer = await open(`${code}/pay`, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    return answer.headers.get('location');
  };
  expect(await leads()).toMatch(/\/sandbox\/paykaduna\/pay\/\d+$/);
  app.faults.down = true;
  const silent = await open(`${code}/pay`, { redirect: 'manual' });
  app.faults.down = false;
  expect(silent.status).toBe(503);
  expect(await silent.text()).toContain('The payment page is not responding.');
  await markPaid(app.db, _id);
  expect(await leads()).toBe(`/t/${code}`);
});

test('a page that is opened all the time is refused in the same look', async () => {
  const statuses = [];
  let last: Response | undefined;
  for (let time = 0; time < 125 && last?.status !== 429; time += 1) {
    last = await open('000000000000000000');
    statuses.push(last.status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(await last?.text()).toContain('opened this page too often');
});

test('without demo mode a demo ticket has no page', async () => {
  const { _id } = await booked(officer);
  const real = await ticketCodeOf(app.db, _id);
  const { ticketOfCode } = await import('#server/modules/after-ticket/papers/queries.ts');
  await app.owner.updateTable('bookings').set({ demo: true }).where('id', '=', _id).execute();
  expect(await ticketOfCode(app.db, real, true)).toBeDefined();
  expect(await ticketOfCode(app.db, real, false)).toBeUndefined();
});
