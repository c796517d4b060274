import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctBooking } from '#contract/booking-corrections.ts';
import {
  answerDispute,
  disputeNumber,
  printDispute,
  readDispute,
} from '#contract/modules/after-ticket/disputes.ts';
import { printPaper } from '#contract/modules/after-ticket/papers.ts';
import { aStill } from '#tests/support/camera-files.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { sendForm } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { askFile } from '#tests/support/exported.ts';
import { asOwner } from '#tests/support/factories.ts';
import { billed, booked } from '#tests/support/journey.ts';
import {
  bodyOf,
  carries,
  file,
  keeps,
  pdf,
  said,
  keyedObjection,
  keyOf,
  sendObjection,
  type Sent,
} from '#tests/support/objections.ts';
import { textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let officer: Person;
let judge: Person;

beforeAll(async () => {
  app = await startTestApp();
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  judge = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const by = { by: (await makePerson(app, 'state admin')).id, decidedBy: officer.id };
  await ticketRules(app, { days: -90, ...by });
  await aDuty(app, { duty: 'dispute officer', user: judge.id, ...by });
});
afterAll(() => app.stop());

const ticket = async (changes: Parameters<typeof booked>[1] = {}) => {
  const { _id: id } = await booked(officer, { phoneNo: '0803 555 0142', ...changes });
  return { id, code: await ticketCodeOf(app.db, id) };
};
const object = (code: string, files: readonly Sent[] = [], change: Partial<typeof said> = {}) =>
  (files.length > 0 ? keyedObjection : sendObjection)(app, code, files, change);
const send = (address: string, fields: Record<string, string>) => sendForm(app, address, fields);

test('before the proof the page says what the ticket is for, after it law, amount, place, time and officer', async () => {
  const { id, code } = await ticket({
    offence: [{ id: 'LGC-16' }, { id: 'TMS-01' }],
    location: 'Sabon Gari Road',
    eoCode: 'EO-77',
  });
  const names = await asOwner(
    app,
    'select name, amount_kobo::integer / 100 as amount from booking_offences where booking_id = $1 order by line',
    [id],
  );
  const open = bodyOf(await (await fetch(`${app.url}/t/${code}`)).text());
  for (const { name } of names) expect(open).toContain(String(name).replaceAll('&', '&amp;'));
  expect(open).toContain('Offences</dt>');
  expect(open).not.toContain('Sabon Gari');
  const more = bodyOf(await (await send(`${code}/more`, { proof: '0142' })).text());
  for (const [index, { amount }] of names.entries()) {
    expect(more).toContain(`Offence ${index + 1}</dt>`);
    expect(more).toContain(`₦${Number(amount).toLocaleString('en-NG')}`);
  }
  expect(more).toContain('LGC-16');
  expect(more).toContain('Sabon Gari Road, Zaria');
  expect(more).toMatch(/When<\/dt>\s*<dd>\d{4}-\d\d-\d\d \d\d:\d\d WAT/);
  expect(more).toMatch(/Officer number<\/dt>\s*<dd>EO-77/);
});

test('an objection is confirmed by a number and a copy, and its ticket asks for no money meanwhile', async () => {
  const { id, code } = await ticket();
  await billed(officer, id);
  const before = await (await fetch(`${app.url}/t/${code}`)).text();
  expect(before).toContain('class="pay"');
  const number = disputeNumber(id);
  const taken = await object(code, [file('receipt.pdf', pdf())]);
  expect(taken.status).toBe(200);
  const page = bodyOf(await taken.text());
  expect(page).toContain(`class="number">${number}<`);
  expect(page).toContain('Write down the number, and keep a copy.');
  expect(page).toContain('receipt.pdf');
  const copy = await send(`${code}/objection/copy`, { proof: '0142' });
  expect(copy.headers.get('content-type')).toBe('application/pdf');
  expect(copy.headers.get('content-disposition')).toContain(`objection-${number}.pdf`);
  const text = textOfPdf(Buffer.from(await copy.arrayBuffer()));
  for (const words of [
    number,
    'I paid on <Monday>.',
    'The ticket is already paid',
    'receipt.pdf',
    'WAT',
  ])
    expect(text).toContain(words);
  expect(text).toContain('Nothing, until you have the answer');
  const open = bodyOf(await (await fetch(`${app.url}/t/${code}`)).text());
  expect(open).toContain('There is an open objection to this ticket.');
  expect(open).toContain('You do not have to pay until you have the answer.');
  expect(open).toContain(
    `The number of the objection is <span class="whole">${number}</span>. Its status is: To be answered.`,
  );
  expect(open).toMatch(/Due<\/dt>\s*<dd>Not until you have the answer/);
  expect(open).not.toContain('class="pay"');
  expect(open).toContain(`href="/t/${code}/pay"`);
  expect(open).not.toContain('Object, or see');
});

test('a ticket that is printed meanwhile names no day, and asks for nothing', async () => {
  const { id, code } = await ticket();
  await object(code);
  const path = printPaper.path.replace(':id', id);
  for (const size of ['a4', '80mm']) {
    const answer = await askFile(app, officer, { ...printPaper, path }, { of: 'ticket', size });
    const text = textOfPdf(Buffer.from(await answer.arrayBuffer()));
    expect(text).toContain('There is an open objection to this ticket.');
    expect(text).not.toMatch(/day named|Pay the bill|Pay this bill/);
  }
});

test('the answer is printed with number, date, ground, words, and what is due until when', async () => {
  const { id, code } = await ticket();
  await object(code);
  await judge.ok(answerDispute, { params: { id }, body: { upheld: false, answer: 'No receipt.' } });
  const [row] = await asOwner(app, 'select due_day::text as due from bookings where id = $1', [id]);
  const path = printDispute.path.replace(':id', id);
  const office = await askFile(app, judge, { ...printDispute, path }, {});
  const driver = await send(`${code}/objection/copy`, { proof: '0142' });
  for (const answer of [office, driver]) {
    const text = textOfPdf(Buffer.from(await answer.arrayBuffer()));
    for (const words of ['Answer to an objection', disputeNumber(id), 'The ticket is already paid'])
      expect(text).toContain(words);
    for (const words of ['No receipt.', 'Rejected', `₦12,000, by ${String(row?.['due'])}`])
      expect(text).toContain(words);
  }
  const none = await ticket();
  const shown = await send(`${none.code}/objection/copy`, { proof: '0142' });
  expect(await shown.text()).toContain('Why do you object?');
  const wrong = await send(`${code}/objection/copy`, { proof: '9999' });
  expect(wrong.status).toBe(403);
});

test('a PDF is kept as it came, and the officer saves it under its name', async () => {
  const { id, code } = await ticket();
  const picture = file('IMG_1.jpg', await aPicture());
  const name = `${'Bank '.repeat(30)}\u202egpj.pdf`;
  expect((await object(code, [picture, file(name, pdf())])).status).toBe(200);
  const { pictures, documents } = (await judge.ok(readDispute, { params: { id } })).data;
  expect(pictures).toHaveLength(1);
  expect(documents).toMatchObject([{ bytes: pdf().length }]);
  expect(documents[0]?.name).toMatch(/^Bank Bank .*….*\.pdf$/);
  expect(documents[0]?.name).not.toContain('\u202e');
  const saved = await fetch(`${app.url}${documents[0]?.address ?? ''}`);
  expect(await saved.text()).toBe(pdf());
  expect(saved.headers.get('content-type')).toBe('application/pdf');
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="\w+\.pdf"$/);
  expect(saved.headers.get('content-security-policy')).toContain('sandbox');
  expect(saved.headers.get('x-content-type-options')).toBe('nosniff');
  const kinds = await asOwner(
    app,
    `select kind, sha256 is not null as hashed from files join dispute_files on file_id = files.id
     where booking_id = $1 order by kind`,
    [id],
  );
  expect(kinds).toEqual([
    { kind: 'document', hashed: true },
    { kind: 'picture', hashed: true },
  ]);
});

test.each([
  ['a sound', file('Voice.m4a', aStill('M4A ')), /File 2, “Voice\.m4a”, is not a picture/],
  [
    'a HEIC picture',
    file('IMG_0412.HEIC', aStill()),
    /File 2, “IMG_0412\.HEIC”, is a HEIC picture/,
  ],
  ['a cut PDF', file('receipt.pdf', '%PDF-1.7 x'), /File 2, “receipt\.pdf”, is incomplete/],
  ['a page', file('<b>.pdf', '<html>'), /File 2, “&lt;b&gt;\.pdf”, is not a picture/],
  ['an empty file', file('nothing.pdf', ''), /File 2, “nothing\.pdf”, is empty/],
])(
  '%s is refused by its own name, at the field, and nothing written is lost',
  async (_, sent, why) => {
    const { code } = await ticket();
    const answer = await object(code, [file('IMG_1.jpg', await aPicture()), sent]);
    expect(answer.status).toBe(400);
    const page = bodyOf(await answer.text());
    keeps(page);
    expect(page).toMatch(/id="pictures-wrong"/);
    expect(page).toMatch(why);
    expect(page).toMatch(
      /Send a JPEG, PNG, WebP or PDF file|Save it again|is empty|Save the file again/,
    );
    expect(page).toContain('Select your files again');
  },
);

test('a file that is too large is named, and nothing written is lost, whatever comes first', async () => {
  const { code } = await ticket();
  const large = file('IMG_200MP.jpg', new Uint8Array(15 * 1024 * 1024 + 1));
  const answer = await object(code, [file('a.pdf', pdf()), large]);
  expect(answer.status).toBe(413);
  const page = bodyOf(await answer.text());
  keeps(page);
  expect(page).toContain('File 2, “IMG_200MP.jpg”, is larger than 15 MB.');
  // A form of an older page has its number after the files.
  const form = new FormData();
  form.append('proof', '0142');
  form.append('pictures', large.content, large.name);
  for (const name of ['ground', 'words', 'phone'] as const) form.append(name, said[name]);
  const mixed = await fetch(`${app.url}/t/${code}/objection${await keyOf(app, code)}`, {
    method: 'POST',
    body: form,
  });
  keeps(bodyOf(await mixed.text()));
});

test('three pictures of 20 MB, and more than three files, keep what was written too', async () => {
  const { code } = await ticket();
  const huge = [1, 2, 3].map((number) =>
    file(`IMG_${number}.jpg`, new Uint8Array(20 * 1024 * 1024)),
  );
  const answer = await object(code, huge);
  expect(answer.status).toBe(413);
  const page = bodyOf(await answer.text());
  keeps(page);
  expect(page).toContain('File 1, “IMG_1.jpg”, is larger than 15 MB.');
  const many = await object(
    code,
    [1, 2, 3, 4].map((number) => file(`${number}.pdf`, pdf())),
  );
  expect(many.status).toBe(400);
  const refused = bodyOf(await many.text());
  keeps(refused);
  expect(refused).toContain('Send at most 3 files.');
});

test('a form beyond every limit is answered with what was written before its files', async () => {
  const { code } = await ticket();
  const words = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = Object.entries(said)
    .map(([name, value]) => words(name, value))
    .join('');
  const key = await keyOf(app, code);
  const { status, page } = await new Promise<{ status: number; page: string }>((done, reject) => {
    const sent = request(`${app.url}/t/${code}/objection${key}`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 400 * 1024 * 1024,
      },
    });
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        done({ status: response.statusCode ?? 0, page: Buffer.concat(parts).toString() });
        sent.destroy();
      });
    });
    sent.on('error', reject);
    sent.write(
      `${head}--x\r\ncontent-disposition: form-data; name="pictures"; filename="a.jpg"\r\n\r\n`,
    );
    const block = Buffer.alloc(1024 * 1024, 7);
    let left = 200;
    const more = (): void => {
      while (left > 0) {
        left -= 1;
        if (!sent.write(block)) {
          sent.once('drain', more);
          return;
        }
      }
    };
    more();
  });
  expect(status).toBe(413);
  keeps(bodyOf(page));
  expect(page).toContain('Send at most 3 files of 15 MB each.');
});

test('what is written comes through a wrong or an expired proof, to the form behind the right one', async () => {
  const { id, code } = await ticket();
  const wrong = await object(code, [file('a.pdf', pdf())], { proof: '9999' });
  expect(wrong.status).toBe(403);
  carries(bodyOf(await wrong.text()));
  // The number was corrected while the form was filled in.
  const body = { version: 1, phoneNo: '0803 555 0777' };
  await officer.ok(correctBooking, { params: { id }, body });
  carries(bodyOf(await (await object(code)).text()));
  const kept = { ground: said.ground, words: said.words, phone: said.phone };
  const right = await send(`${code}/more`, { proof: '0777', ...kept });
  expect(right.status).toBe(200);
  keeps(bodyOf(await right.text()));
  // The page before a proof says nothing of the ticket, whatever is written.
  const other = await send(`${'0'.repeat(18)}/objection`, said);
  carries(bodyOf(await other.text()));
});

test('words that are too long or none come back with their sentence at their field', async () => {
  const { code } = await ticket();
  const none = bodyOf(await (await object(code, [], { words: ' ' })).text());
  expect(none).toMatch(/id="words-wrong">Enter what happened/);
  expect(none).toMatch(/name="words"[^>]*aria-describedby="words-wrong"/);
  const long = bodyOf(await (await object(code, [], { words: 'x'.repeat(2_001) })).text());
  expect(long).toContain('x'.repeat(2_001));
  expect(long).toContain('id="words-wrong"');
});
