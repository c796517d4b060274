import decode from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clearVehicle } from '#contract/booking-corrections.ts';
import { changeContacts } from '#contract/contacts.ts';
import {
  noMoney,
  paperKinds,
  paperSizes,
  printPaper,
  showTicket,
} from '#contract/modules/after-ticket/papers.ts';
import { listKnownDevices } from '#contract/modules/field-work/devices.ts';
import { asGuest, type Client, openSession, refusalOf } from '#tests/support/client.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked, bookedAndPaid, bookedWithBill, trailOf } from '#tests/support/journey.ts';
import { pagesOfPdf, readOutOfPdf, textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { verdictOf } from '#web/modules/field-work/check-ticket/verdict.ts';

let app: TestApp;
let officer: Client;
let token: string;

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'http://localhost:8080' });
  const { email } = await makeAccount(app.db, 'booking officer');
  ({ client: officer, token } = await openSession(app.url, email));
});
afterAll(() => app.stop());

const kano = {
  name: 'Ɓala Ɗanjuma ƙwai Ọláṣẹ Ụgwụ Adébáyọ̀',
  confiscations: ['Vehicle Keys' as const],
};

const ask = (id: string, query: Record<string, string>, bearer = token) =>
  fetch(`${app.url}/api/v1/booking/${id}/paper?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${bearer}` },
  });

async function pdfOf(id: string, of: string, size: string): Promise<Buffer> {
  const answer = await ask(id, { of, size, format: 'pdf' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await answer.arrayBuffer());
}

async function cleared(): Promise<string> {
  const { _id: id } = await bookedAndPaid(officer, app.db, kano);
  await officer.ok(clearVehicle, { params: { id }, body: { completed: true } });
  return id;
}

describe.each(paperSizes)('the ticket on %s', (size) => {
  test('carries reference, plate, driver, fines, total with words, bill and warning as text', async () => {
    const { _id, billRef } = await bookedWithBill(officer, kano);
    const text = textOfPdf(await pdfOf(_id, 'ticket', size)).normalize();
    const letters = text.replaceAll(/\s/g, '');
    for (const expected of [
      _id.slice(10),
      'ABC-123DE',
      kano.name,
      'Driving without strapped seat belt (driver)',
      'Strapping seat belt',
      'TMS-01',
      '₦2,000',
      '₦12,000',
      'Twelve thousand naira only',
      'Vehicle Keys',
      billRef,
      noMoney,
      `localhost:8080/t/${await ticketCodeOf(app.db, _id)}`,
      'First copy',
    ])
      expect(letters).toContain(expected.normalize().replaceAll(/\s/g, ''));
  });

  test('breaks a name without a space where its column ends', async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
    const { _id } = await booked(officer, { name });
    const text = textOfPdf(await pdfOf(_id, 'ticket', size));
    expect(text).not.toContain(name);
    expect(text.replaceAll(/\s/g, '')).toContain(name);
  });

  test('leads with its code to the public page', async () => {
    const { _id } = await booked(officer);
    const page = await (await ask(_id, { of: 'ticket', size, format: 'html' })).text();
    const drawn = /<svg[^>]*class="code"[^>]*viewBox="0 0 (\d+) [^]*?<path d="([^"]*)"/.exec(page);
    const address = readDrawn(Number(drawn?.[1]), drawn?.[2] ?? '');
    const code = await ticketCodeOf(app.db, _id);
    expect(address.split('#')[0]).toBe(`http://localhost:8080/t/${code}`);
    const { data: known } = await officer.ok(listKnownDevices);
    expect(await verdictOf(address, known, Date.now())).toMatchObject({
      is: 'genuine',
      by: null,
      claim: { code, price: 12_000, organisation: 'Kaduna', plate: 'ABC123DE' },
    });
  });
});

/** What a QR code says that is drawn as dark runs on so many modules a side. */
function readDrawn(side: number, path: string): string {
  const [scale, margin] = [4, 4];
  const width = (side + 2 * margin) * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, long] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = 0; row < scale; row += 1) {
      const from = ((Number(y) + margin) * scale + row) * width + (Number(x) + margin) * scale;
      for (let pixel = from; pixel < from + Number(long) * scale; pixel += 1)
        data.fill(0, pixel * 4, pixel * 4 + 3);
    }
  return decode({ width, height: width, data });
}

test('a roll is as wide as its name says and as long as its fines need, A4 is A4 on as many pages', async () => {
  const short = (await booked(officer, { offence: [{ id: 'LGC-16' }] }))._id;
  const long = await booked(officer, {
    offence: Array.from({ length: 40 }, () => ({ id: 'SCC-01' })),
  });
  const [roll] = pagesOfPdf(await pdfOf(short, 'ticket', '80mm'));
  const [wide, tall] = roll ?? [0, 0];
  const rolls = pagesOfPdf(await pdfOf(long._id, 'ticket', '80mm'));
  expect(wide).toBeCloseTo(80, 0);
  const [narrow] = pagesOfPdf(await pdfOf(short, 'ticket', '58mm'));
  expect(narrow?.[0]).toBeCloseTo(58, 0);
  expect(narrow?.[1]).toBeGreaterThan(tall);
  expect(rolls).toHaveLength(1);
  expect(rolls[0]?.[1]).toBeGreaterThan(tall + 200);
  expect(pagesOfPdf(await pdfOf(short, 'ticket', 'a4'))).toHaveLength(1);
  const sheets = pagesOfPdf(await pdfOf(long._id, 'ticket', 'a4'));
  expect(sheets.length).toBeGreaterThan(1);
  for (const [width, height] of sheets) {
    expect(width).toBeCloseTo(210, 0);
    expect(height).toBeCloseTo(297, 0);
  }
});

const inOneLine = (text: string): string => text.normalize().replaceAll(/\s+/g, ' ').trim();

test('a paper is tagged: a screen reader reads it from the title to the code, and no line or mark', async () => {
  const { _id, billRef } = await bookedWithBill(officer, kano);
  for (const size of paperSizes) {
    const pdf = await pdfOf(_id, 'ticket', size);
    expect(pdf.toString('latin1')).toMatch(/\/MarkInfo|\/Marked true/);
    const read = readOutOfPdf(pdf).map(([tag, text]) => [tag, inOneLine(text)] as const);
    expect(read.find(([tag]) => tag === 'H1')?.[1]).toMatch(/^Traffic offence ticket/);
    const spoken = read.map(([, text]) => text);
    const order = ['Kaduna State', 'ABC-123DE', '₦2,000', '₦12,000', 'Pay this bill'];
    const inFours = billRef.match(/.{1,4}/g)?.join(' ') ?? '';
    order.push(inFours, 'Code that leads to http://localhost:8080/t/', noMoney);
    const places = order.map((text) => spoken.findIndex((one) => one.includes(text)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  }
});

test('where the organisation is found stands on its papers, and what to bring until the vehicle is cleared', async () => {
  const admin = await makePerson(app, 'state admin');
  const body = { phone: '0700 555 0100', office: '14 Independence Way', bring: 'Your licence' };
  await admin.client.ok(changeContacts, { body });
  const ticket = textOfPdf(await pdfOf((await booked(officer))._id, 'ticket', 'a4'));
  expect(inOneLine(ticket)).toContain(
    'Contact us. Office: 14 Independence Way. Phone: 0700 555 0100. What to bring: Your licence.',
  );
  const slip = inOneLine(textOfPdf(await pdfOf(await cleared(), 'clearance', '58mm')));
  expect(slip).toContain('0700 555 0100');
  expect(slip).not.toContain('What to bring:');
  await admin.client.ok(changeContacts, { body: {} });
  const bare = textOfPdf(await pdfOf((await booked(officer))._id, 'ticket', 'a4'));
  expect(bare).not.toContain('Contact us');
});

test('a ticket is shown by its public address, never the back office’s own, and the trail notes it once', async () => {
  const { _id } = await booked(officer);
  const { data } = await officer.ok(showTicket, { params: { id: _id } });
  expect(data.address).toBe(`http://localhost:8080/t/${await ticketCodeOf(app.db, _id)}`);
  const { data: known } = await officer.ok(listKnownDevices);
  expect(await verdictOf(data.signedAddress, known, Date.now())).toMatchObject({ is: 'genuine' });
  await officer.ok(showTicket, { params: { id: _id } });
  const events = (await trailOf(app.db, { record: _id })).map(({ event }) => event);
  expect(events).toEqual(['booking.made', 'ticket.shown']);
});

test('a receipt exists once the bill is paid, a clearance slip once the vehicle is cleared', async () => {
  const unpaid = (await booked(officer))._id;
  const paid = (await bookedAndPaid(officer, app.db))._id;
  const size = 'a4';
  expect(await refusalOf(ask(unpaid, { of: 'receipt', size }))).toEqual({
    status: 409,
    success: false,
    code: 'too_early',
    error: 'The payment is not confirmed yet.',
  });
  for (const id of [unpaid, paid])
    expect(await refusalOf(ask(id, { of: 'clearance', size }))).toMatchObject({
      status: 409,
      error: 'The vehicle is not cleared yet.',
    });
  expect(await trailOf(app.db, { record: unpaid })).toHaveLength(1);

  const receipt = textOfPdf(await pdfOf(paid, 'receipt', size));
  for (const expected of ['Payment received', paid.slice(-8), '₦12,000', 'Paid through PayKaduna'])
    expect(receipt).toContain(expected);
  const slip = textOfPdf(await pdfOf(await cleared(), 'clearance', size));
  for (const expected of ['Vehicle cleared', 'Amina Sule', 'Handed back', 'Vehicle Keys'])
    expect(slip).toContain(expected);
});

test('printing is written down with kind, size and format, and the paper says which copy it is', async () => {
  const { _id } = await booked(officer);
  const once = await (await ask(_id, { of: 'ticket', size: 'a4', format: 'html' })).text();
  const twice = await (await ask(_id, { of: 'ticket', size: '80mm', format: 'html' })).text();
  expect(once).toContain('First copy, printed');
  expect(twice).toContain('Copy 2, printed');
  const trail = await trailOf(app.db, { record: _id });
  expect(trail.map(({ event, before, after }) => [event, before, after]).slice(1)).toEqual([
    ['paper.printed', null, { of: 'ticket', size: 'a4', format: 'html' }],
    ['paper.printed', null, { of: 'ticket', size: '80mm', format: 'html' }],
  ]);
});

test('papers that are printed at once are each a copy of its own', async () => {
  const { _id } = await booked(officer);
  const texts = await Promise.all(
    Array.from({ length: 4 }, async () => textOfPdf(await pdfOf(_id, 'ticket', 'a4'))),
  );
  const copies = texts.map((text) => /(?:First copy|Copy \d+), printed/.exec(text)?.[0]);
  expect(new Set(copies).size).toBe(4);
  const trail = await trailOf(app.db, { record: _id });
  expect(trail.filter(({ event }) => event === 'paper.printed')).toHaveLength(4);
});

test('who only looks gets a copy for reading, which is not counted and changes nothing', async () => {
  const { _id } = await booked(officer);
  const { email } = await makeAccount(app.db, 'observer');
  const { token: observer } = await openSession(app.url, email);
  const query = { of: 'ticket', size: 'a4', format: 'html' };
  const read = await (await ask(_id, query, observer)).text();
  expect(read).toContain('Copy for reading only, not to hand out, printed');
  expect(await trailOf(app.db, { record: _id })).toHaveLength(1);
  expect(await (await ask(_id, query)).text()).toContain('First copy, printed');
});

test('of many papers at once each is drawn and counted, or refused for now', async () => {
  const { _id } = await booked(officer);
  const query = { of: 'ticket', size: 'a4', format: 'html' };
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(_id, query)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const drawn = statuses.filter((status) => status === 200).length;
  expect(drawn).toBeGreaterThan(0);
  expect(await trailOf(app.db, { record: _id })).toHaveLength(1 + drawn);
  expect((await ask(_id, query)).status).toBe(200);
});

test('a paper is open to those who may read the booking, and to nobody else', async () => {
  const { _id } = await booked(officer);
  const query = { of: 'ticket', size: 'a4' };
  const elsewhere = await makeAccount(app.db, 'state admin', { state: 'Ogun' });
  const { token: foreign } = await openSession(app.url, elsewhere.email);
  expect(await refusalOf(ask(_id, query, foreign))).toMatchObject({ status: 404 });
  expect(await asGuest(app.url).call(printPaper, { params: { id: _id }, query })).toMatchObject({
    status: 404,
  });
  const done = await cleared();
  const { email } = await makeAccount(app.db, 'operator');
  const { token: operator } = await openSession(app.url, email);
  expect(await refusalOf(ask(done, query, operator))).toMatchObject({ status: 404 });
  expect((await ask(_id, query, operator)).status).toBe(200);
});

test('an unknown kind, size or format is a 400, but a booking out of sight a 404 before that', async () => {
  const { _id } = await booked(officer);
  for (const query of [
    { of: 'poem', size: 'a4' },
    { of: 'ticket', size: 'a3' },
    { of: 'ticket', size: 'a4', format: 'docx' },
    { of: 'ticket', size: 'a4', extra: '1' },
    {},
  ])
    expect(await refusalOf(ask(_id, query as Record<string, string>))).toMatchObject({
      status: 400,
    });
  expect(await refusalOf(ask('nothing', { of: 'poem' }))).toMatchObject({ status: 404 });
});

test.each(paperKinds)('the %s as a page runs nothing, and shows text as text', async (of) => {
  const id = await cleared();
  await app.owner
    .updateTable('bookings')
    .set({ name: '<img src=x onerror=alert(1)>"\'&' })
    .where('id', '=', id)
    .execute();
  for (const size of paperSizes) {
    const answer = await ask(id, { of, size, format: 'html' });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const page = await answer.text();
    expect(page).toContain('default-src &#39;none&#39;; style-src &#39;self&#39;; font-src');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
    expect(page).not.toMatch(/<script|<img|<[^>]*\s(on\w+|style)=/i);
    const style = /href="(\/papers\/[^"]+)"/.exec(page)?.[1] ?? '';
    const css = await (await fetch(app.url + style)).text();
    const laidOut = size === 'a4' ? '@page{size:A4;' : `@page{size:${size} `;
    expect(css).toContain(laidOut);
    for (const [, font = ''] of css.matchAll(/url\('([^']+)'\)/g))
      expect((await fetch(app.url + font)).headers.get('content-type')).toMatch(/^font\//);
  }
});
