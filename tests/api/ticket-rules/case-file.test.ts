import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { correctBooking } from '#contract/booking-corrections.ts';
import { addPicture } from '#contract/booking-pictures.ts';
import { readBooking } from '#contract/bookings.ts';
import {
  confirmOutcome,
  draftCases,
  exportBatchFile,
  exportCaseFile,
  caseRegister,
  lockBatch,
  noteHearing,
  noteOutcome,
  readCase,
  readCaseFile,
} from '#contract/modules/after-ticket/court.ts';
import { printPaper } from '#contract/modules/after-ticket/papers.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { sealAudit } from '#server/features/audit/seals.ts';
import { eraseOldBookings } from '#server/features/bookings/erasure.ts';
import { system } from '#server/http/caller.ts';
import { thisRelease } from '#server/process/release.ts';
import { compareRecords } from '#server/trail.ts';
import { aPicture } from '#tests/support/booking-pictures.ts';
import { anImage } from '#tests/support/collisions.ts';
import { sendForm } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { askFile } from '#tests/support/exported.ts';
import { asOwner } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked, bookedAndPaid, bookedWithBill, trailOf, until } from '#tests/support/journey.ts';
import { pagesOfPdf, readOutOfPdf, textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { ticketCodeOf } from '#tests/support/raw-bookings.ts';
import { settledLongAgo } from '#tests/support/settled-long-ago.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';

let app: TestApp;
let admin: Person;
let second: Person;
let head: Person;
let officer: Person;
let elsewhere: Person;

const laws = [{ offence: 'LGC-16', law: 'Traffic Law 2017', section: 's. 12' }];

beforeAll(async () => {
  app = await startTestApp();
  admin = await makePerson(app, 'state admin');
  second = await makePerson(app, 'state admin');
  head = await makePerson(app, 'zonal head', { zone: 'Zaria' });
  officer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  elsewhere = await makePerson(app, 'zonal head', { zone: 'Kaura' });
  const both = { by: admin.id, decidedBy: second.id };
  await ticketRules(app, { ...both, days: -90, rules: { laws } });
  for (const { id: user } of [admin, head])
    await aDuty(app, { by: second.id, decidedBy: officer.id, duty: 'court officer', user });
});
afterAll(() => app.stop());

const two = { offence: [{ id: 'LGC-16' }, { id: 'TMS-01' }] };
/** With its bill, which is made in the background and stands in the file. */
const ticket = async (changes: object = {}) =>
  (await bookedWithBill(officer, { ...two, ...changes }))._id;

/** Ten files a minute are made for one account. */
let reader: Person;
beforeEach(async () => {
  reader = await makePerson(app, 'zonal head', { zone: 'Zaria' });
});

async function fileOf(id: string, by = reader) {
  const path = exportCaseFile.path.replace(':id', id);
  const answer = await askFile(app, by, { ...exportCaseFile, path }, {});
  expect(answer.status).toBe(200);
  const name = /case-file-(CF-[0-9A-F]{10})\.pdf/.exec(
    answer.headers.get('content-disposition') ?? '',
  );
  const pdf = Buffer.from(await answer.arrayBuffer());
  return { pdf, number: name?.[1] ?? '', said: textOfPdf(pdf).replaceAll(/\s+/g, ' ') };
}
const again = (number: string, by = reader) =>
  askFile(app, by, { ...readCaseFile, path: readCaseFile.path.replace(':number', number) }, {});
const pageOf = async (number: string) => {
  const answer = await fetch(`${app.url}/t/${number}`);
  return { status: answer.status, text: (await answer.text()).replaceAll(/\s+/g, ' ') };
};
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const findings = async () =>
  (await compareRecords(app.db)).filter((finding) => finding.startsWith('Case file'));

async function referred(id: string): Promise<void> {
  await app.owner
    .updateTable('bookings')
    .set({ due_day: dayFromNow(-40) })
    .where('id', '=', id)
    .execute();
  const { data } = await head.ok(draftCases, {
    body: { court: 'Mobile Court, Zaria', bookings: [id] },
  });
  await head.ok(lockBatch, { params: { id: data.batch } });
}
const hearing = (id: string, day: string) =>
  admin.ok(noteHearing, { params: { id }, body: { day, place: 'Room 2', suit: 'KD/7/26' } });

test('each offence stands in a case file under its own law, and the power to settle apart from it', async () => {
  const id = await ticket();
  const { data } = await head.ok(readBooking, { params: { id } });
  expect(data.laws).toEqual(['Traffic Law 2017, s. 12', '']);
  const { said } = await fileOf(id);
  expect(said).toMatch(/LGC-16 .*?Traffic Law 2017, s\. 12/);
  expect(said).toMatch(/TMS-01 .*?section to be named/);
  expect(said).toContain('Ticket and settlement Traffic Law, s. 30');
  expect(said.match(/s\. 30/g)).toHaveLength(1);
});

test('a ticket keeps the law of its day, and prints it where one is named', async () => {
  const id = await ticket();
  const { data: before } = await head.ok(readBooking, { params: { id } });
  await asOwner(
    app,
    `update ticket_rules set rules = jsonb_set(rules, '{laws,0,section}', '"s. 99"')`,
  );
  try {
    const { data } = await head.ok(readBooking, { params: { id } });
    expect(data.laws).toEqual(before.laws);
    const { laws: later } = await booked(officer, two);
    expect(later[0]).toBe('Traffic Law 2017, s. 99');
  } finally {
    await asOwner(
      app,
      `update ticket_rules set rules = jsonb_set(rules, '{laws,0,section}', '"s. 12"')`,
    );
  }
  const path = printPaper.path.replace(':id', id);
  for (const size of ['a4', '80mm']) {
    const paper = await askFile(
      app,
      officer,
      { ...printPaper, path },
      { of: 'ticket', size, format: 'pdf' },
    );
    const text = textOfPdf(Buffer.from(await paper.arrayBuffer()));
    expect(text).toContain('Traffic Law 2017, s. 12');
    expect(text).not.toContain('section to be named');
    expect(text).toMatch(/\d\d:\d\d WAT/);
  }
});

test('the files of the defence and the paper of the court are exhibits, with the hash they came with', async () => {
  const id = await ticket({ phoneNo: '0803 555 0142' });
  const scene = await aPicture();
  await officer.ok(addPicture, { params: { id }, ...scene });
  const code = await ticketCodeOf(app.db, id);
  const image = await anImage();
  const form = { proof: '0142', ground: 'not me', words: 'My brother drove.' };
  const sent = await sendForm(app, `${code}/objection`, form, [
    new Blob([new Uint8Array(Buffer.from(image.content))], { type: 'image/jpeg' }),
  ]);
  expect(sent.status).toBe(200);
  const { said } = await fileOf(id);
  expect(said).toMatch(/E1 Picture taken by the officer/);
  expect(said).toMatch(/E2 Picture sent with the objection/);
  const letters = said.replaceAll(' ', '');
  expect(letters).toContain(scene.body.sha256);
  expect(letters).toContain(sha256(Buffer.from(image.content)));
  expect(said).toContain('My brother drove.');
});

test('earlier hearings, corrections and who acted under which duty are listed', async () => {
  const id = await ticket({ name: 'Maryam Haruna' });
  const { data } = await officer.ok(readBooking, { params: { id } });
  await officer.ok(correctBooking, {
    params: { id },
    body: { version: data.version, name: 'Maryam Haruna Sani' },
  });
  await referred(id);
  await hearing(id, dayFromNow(0));
  const paper = await anImage();
  await admin.ok(noteOutcome, {
    params: { id },
    body: {
      charges: [1, 2].map((line) => ({ line, outcome: 'dismissed' as const })),
      day: dayFromNow(0),
      paidWhere: '',
      courtReceipt: '',
    },
    files: [{ ...paper, field: 'paper' }],
  });
  await second.ok(confirmOutcome, { params: { id }, body: { agrees: true } });
  const { said } = await fileOf(id);
  expect(said).toMatch(/Driver Maryam Haruna Maryam Haruna Sani before the referral/);
  expect(said).toMatch(/Details when referred Maryam Haruna Sani, ABC-123DE/);
  expect(said).toMatch(new RegExp(`${dayFromNow(0)} Room 2 KD/7/26`));
  expect(said).toMatch(/Hearing recorded .*?, state admin, court officer/);
  expect(said).toMatch(/Court document with the decision/);
  expect(said.replaceAll(' ', '')).toContain(sha256(Buffer.from(paper.content)));
  expect((await admin.ok(readCase, { params: { id } })).data.saidBefore).toMatch(
    /^Driver Maryam Haruna until \d{4}-\d\d-\d\d \d\d:\d\d WAT$/,
  );
  expect(await admin.ok(caseRegister.file, { query: { format: 'csv', state: 'heard' } })).toContain(
    'Driver Maryam Haruna until',
  );
});

test('a hearing that another took the place of says where it went', async () => {
  const id = await ticket();
  await referred(id);
  await hearing(id, dayFromNow(2));
  await hearing(id, dayFromNow(9));
  expect((await fileOf(id)).said).toContain(`moved to ${dayFromNow(9)}`);
});

test('while nothing changes, a case file is the same to the byte, and a change makes another', async () => {
  const id = await ticket();
  const first = await fileOf(id);
  expect((await fileOf(id, admin)).pdf).toEqual(first.pdf);
  const { data } = await officer.ok(readBooking, { params: { id } });
  await officer.ok(correctBooking, {
    params: { id },
    body: { version: data.version, color: 'Green' },
  });
  const later = await fileOf(id);
  expect(later.number).not.toBe(first.number);
  const kept = await again(first.number);
  expect(Buffer.from(await kept.arrayBuffer())).toEqual(first.pdf);
  const rows = (await trailOf(app.db, { record: id })).filter(({ event }) =>
    event.startsWith('booking.case-file'),
  );
  expect(rows.map(({ event }) => event)).toEqual([
    'booking.case-file-made',
    'booking.case-file-made',
    'booking.case-file-made',
    'booking.case-file-fetched',
  ]);
  expect(rows.map(({ after }) => after)).toMatchObject([
    { number: first.number, sha256: sha256(first.pdf) },
    { number: first.number, sha256: sha256(first.pdf) },
    { number: later.number, sha256: sha256(later.pdf) },
    { number: first.number, sha256: sha256(first.pdf) },
  ]);
  expect(later.said).not.toContain('Case file created');
});

test('a code for the page of the ticket is no part of its case file', async () => {
  const id = await ticket();
  const first = await fileOf(id);
  const place = { organisation: 'Kaduna', zone: 'Zaria', demo: false };
  const code = { id: ulid(), booking_id: id, purpose: 'opening-code', channel: 'sms' };
  await app.owner
    .insertInto('messages')
    .values({ ...code, ...place, state: 'accepted' })
    .execute();
  const of = { record: 'booking', id, before: null } as const;
  await app.db.transaction().execute(async (trx) => {
    await writeAudit(trx, system, { ...of, event: 'booking.code-asked', after: null });
    const after = { message: code.id, purpose: 'opening-code' };
    await writeAudit(trx, system, { ...of, event: 'booking.message-sent', after });
  });
  expect((await fileOf(id)).number).toBe(first.number);
});

test('of case files that are made at once one is kept, and everybody gets it', async () => {
  const id = await ticket();
  const made = await Promise.all([1, 2, 3, 4].map(() => fileOf(id)));
  const kept = await app.db
    .selectFrom('case_files')
    .select('number')
    .where('booking_id', '=', id)
    .execute();
  expect(kept).toHaveLength(1);
  expect(new Set(made.map(({ pdf }) => sha256(pdf))).size).toBe(1);
  expect(await findings()).toEqual([]);
});

/** The drawing of each page, as it lies in the file. */
const drawingsOf = (pdf: Buffer) =>
  pdf
    .toString('latin1')
    .split('endobj')
    .filter((object) => /\/Length \d+\n\/Filter \/FlateDecode\n>>\nstream/.test(object))
    .map((object) => object.slice(object.indexOf('stream')));

test('the case files of a batch are one PDF, of the pages that are kept, and each stands in the trail', async () => {
  const tickets = [await ticket(), await ticket()];
  await app.owner
    .updateTable('bookings')
    .set({ due_day: dayFromNow(-40) })
    .where('id', 'in', tickets)
    .execute();
  const { data } = await head.ok(draftCases, {
    body: { court: 'Mobile Court, Zaria', bookings: tickets },
  });
  const path = exportBatchFile.path.replace(':id', data.batch);
  const joined = (by: Person) => askFile(app, by, { ...exportBatchFile, path }, {});
  expect((await joined(reader)).status).toBe(409);
  await head.ok(lockBatch, { params: { id: data.batch } });
  expect((await joined(elsewhere)).status).toBe(404);
  const made = await fileOf(tickets[0] ?? '');
  const answer = await joined(reader);
  expect(answer.headers.get('content-disposition')).toContain(
    `case-files-${data.batch.slice(-6)}.pdf`,
  );
  const whole = Buffer.from(await answer.arrayBuffer());
  const other = await fileOf(tickets[1] ?? '');
  const kept = [made, other].flatMap(({ pdf }) => drawingsOf(pdf));
  expect(drawingsOf(whole)).toEqual(kept);
  expect(pagesOfPdf(whole)).toHaveLength(
    pagesOfPdf(made.pdf).length + pagesOfPdf(other.pdf).length,
  );
  const tags = ({ pdf }: { pdf: Buffer }) => readOutOfPdf(pdf).map(([tag]) => tag);
  expect(tags({ pdf: whole })).toEqual([made, other].flatMap(tags));
  const rows = await trailOf(app.db, { record: tickets[1] ?? '' });
  expect(rows.filter(({ event }) => event === 'booking.case-file-made')).toHaveLength(2);
  expect(await findings()).toEqual([]);
});

test('a case file is fetched by whoever reaches its ticket', async () => {
  const { number } = await fileOf(await ticket());
  expect((await again(number, elsewhere)).status).toBe(404);
  expect((await again('CF-0000000000')).status).toBe(404);
  expect((await again('../etc')).status).toBe(404);
  expect((await again(number.toLowerCase())).status).toBe(200);
});

test('ten case files a minute are made for one account', async () => {
  const path = exportCaseFile.path.replace(':id', await ticket());
  const got = [];
  for (let asked = 0; asked < 11; asked += 1)
    got.push((await askFile(app, reader, { ...exportCaseFile, path }, {})).status);
  expect(got).toEqual([...Array<number>(10).fill(200), 429]);
});

test('whoever holds a case file checks it on its page, which names nobody', async () => {
  const id = await ticket({ name: 'Maryam Haruna' });
  const { number, pdf } = await fileOf(id);
  const page = await pageOf(number.toLowerCase());
  expect(page.status).toBe(200);
  expect(page.text).toContain(sha256(pdf));
  expect(page.text).toContain('This is the newest file of its ticket.');
  expect(page.text).not.toContain('Maryam');
  const { data } = await officer.ok(readBooking, { params: { id } });
  await officer.ok(correctBooking, {
    params: { id },
    body: { version: data.version, color: 'Green' },
  });
  const later = await fileOf(id);
  expect((await pageOf(number)).text).toContain(`${later.number}, made `);
  expect((await pageOf('CF-0000000000')).status).toBe(404);
  const typed = await fetch(`${app.url}/t/?code=${number}`, { redirect: 'manual' });
  expect(typed.headers.get('location')).toBe(`/t/${number}`);
});

test('an erasure takes the case files of a ticket', async () => {
  const { _id: id } = await bookedAndPaid(officer, app.db);
  const { number } = await fileOf(id);
  await asOwner(
    app,
    `update bookings set completed = true, completed_at = now(),
       completed_by = '${head.id}' where id = '${id}'`,
  );
  await settledLongAgo(app, id, 8);
  expect(await eraseOldBookings(app.db, 7)).toBe(1);
  expect((await pageOf(number)).status).toBe(404);
  expect((await again(number)).status).toBe(404);
});

test('a case file prints the first root that covers it, and says how far the last one goes', async () => {
  const id = await ticket();
  const publish = (days: number) =>
    asOwner(
      app,
      `insert into published_roots select current_date + ${days}, number, hash
       from audit_seals order by number desc limit 1`,
    );
  /** Seals go up to the oldest transaction that is open anywhere. */
  const sealed = () =>
    until('every row is sealed', async () => {
      await sealAudit(app.db);
      const { rows } = await sql`
        select from audit where record_id = ${id} and not exists (
          select from audit_seals where audit.id = any (row_ids))`.execute(app.db);
      return rows.length === 0;
    });
  expect((await fileOf(id)).said).toContain('No published root covers this trail yet.');
  await sealed();
  await publish(100);
  const first = await fileOf(id);
  expect(first.said).toContain('It covers every line above.');
  await publish(101);
  expect((await fileOf(id)).number).toBe(first.number);
  const { data } = await officer.ok(readBooking, { params: { id } });
  await officer.ok(correctBooking, {
    params: { id },
    body: { version: data.version, color: 'Green' },
  });
  const { said } = await fileOf(id);
  expect(said).toMatch(/It covers the lines before number \d+\. No published root covers the rest/);
});

test('the certificate names program, version, operator and period, and one person signs it', async () => {
  const { said } = await fileOf(await ticket(), head);
  for (const part of [
    `It runs the program Hanya, version ${thisRelease.version}.`,
    'zonal head, court officer asked for this document on',
    'The records in it were made between',
    'Responsible for the operation of this computer',
    'Times: West Africa Time (WAT), UTC+1',
    'Page 1 of',
  ])
    expect(said).toContain(part);
  expect(said).not.toMatch(/Office stamp|Prepared by/);
  expect(said).not.toContain('Driver training: Driver training');
});
