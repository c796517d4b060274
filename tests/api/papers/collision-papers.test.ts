import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToCollision } from '#contract/collision-additions.ts';
import { correctCollision } from '#contract/collision-corrections.ts';
import { decideDouble } from '#contract/collision-doubles.ts';
import { printCollision } from '#contract/modules/after-ticket/papers.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { collisionReference } from '#server/references.ts';
import { dayOf } from '#server/time.ts';
import { asGuest, refusalOf } from '#tests/support/client.ts';
import { aCollision, anImage, aVideo, recorded } from '#tests/support/collisions.ts';
import { askFile } from '#tests/support/exported.ts';
import { trailOf } from '#tests/support/journey.ts';
import { pagesOfPdf, readOutOfPdf, textOfPdf } from '#tests/support/pdf-text.ts';
import { makePerson, type Person } from '#tests/support/people.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let officer: Person;
let head: Person;

beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'http://localhost:8080' });
  officer = await makePerson(app, 'booking officer');
  head = await makePerson(app, 'zonal head');
});
afterAll(() => app.stop());

const ask = (id: string, format: 'pdf' | 'html', by = officer) =>
  askFile(app, by, { ...printCollision, path: printCollision.path.replace(':id', id) }, { format });

async function pdfOf(id: string, by = officer): Promise<Buffer> {
  const answer = await ask(id, 'pdf', by);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return Buffer.from(await answer.arrayBuffer());
}

const pageOf = async (id: string, by = officer) => (await ask(id, 'html', by)).text();
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
const textOf = async (id: string, by = officer) => oneLine(textOfPdf(await pdfOf(id, by)));

const a4 = [expect.closeTo(210, 0), expect.closeTo(297, 0)];

const usual = {
  noOfInjuries: 3,
  noOfFatalities: 1,
  team: 'Team B',
  desc: 'The Corolla ran the red light and hit the Accord in the middle of the roundabout.',
  notes: 'The road was open again at 14:20.',
  facts: { cause: 'speed violation', collisionType: 'right angle', light: 'daylight' },
  position: { lat: 11.08, lng: 7.72, accuracy: 9.4 },
  officer: [{ perpetrator: 'driver' as const, statement: 'He said that his brakes failed.' }],
  witness: [{ name: 'Ladi Bako', statement: 'I saw it from my shop.' }],
};

test('a collision is one tagged page of A4 with what the police and an insurer ask for', async () => {
  const { data } = await officer.client.ok(createCollision, {
    body: aCollision(usual),
    files: [
      await anImage(),
      await anImage(),
      { field: 'vid', content: aVideo(2_000), name: 'a.mp4', type: 'video/mp4' },
    ],
  });
  const pdf = await pdfOf(data._id);
  expect(pagesOfPdf(pdf)).toEqual([a4]);
  const text = oneLine(textOfPdf(pdf));
  for (const said of [
    collisionReference(data._id),
    'Collision report',
    'PZ roundabout',
    '11.08, 7.72, within 10 m',
    'Fatal',
    'Right angle',
    'Speed violation',
    'ABC-123DE',
    'Toyota Corolla',
    'Ngozi Umeh',
    'Attending officer',
    'Perpetrator Driver',
    'ran the red light',
    'his brakes failed',
    'open again at 14:20',
    'Pictures and video: 3',
    'The record names 1 witness. Ask the authority for their statements.',
    'Signature',
    'Office stamp',
    'First copy, printed',
  ])
    expect(text).toContain(said);
  expect(text.match(/[0-9a-f]{64}/g)).toHaveLength(3);
  expect(text).not.toContain('I saw it from my shop');
  const figures = readOutOfPdf(pdf).filter(([tag]) => tag === 'Figure');
  expect(figures.map(([, name]) => name)).toEqual([
    'Picture of the scene 1',
    'Picture of the scene 2',
    `Code that leads to http://localhost:8080/collisions?open=${data._id}`,
  ]);
});

test('the print view says the same, runs nothing, and shows text as text', async () => {
  const { _id: id } = await recorded(officer.client, {
    ...usual,
    desc: `<img src=x onerror=alert(1)>"'&`,
  });
  const page = await pageOf(id);
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  expect(page).not.toMatch(/<script|<[^>]*\s(on\w+|style)=/i);
  expect(page.match(/<img src="data:image\/jpeg/g)).toHaveLength(1);
  for (const said of ['Office stamp', 'his brakes failed', 'Severity and cause'])
    expect(page).toContain(said);
  const style = /href="(\/papers\/[^"]+)"/.exec(page)?.[1] ?? '';
  expect(await (await fetch(app.url + style)).text()).toContain('@page{size:A4;');
});

test('it says what counted before a correction, and who died later', async () => {
  const { _id: id } = await recorded(officer.client, { noOfInjuries: 2, noOfFatalities: 1 });
  const was = { noOfCars: 2, noOfInjuries: 2, noOfFatalities: 1 };
  const reason = 'Counted at ward 4.';
  await head.client.ok(correctCollision, {
    params: { id },
    body: { ...was, noOfInjuries: 3, was, reason },
  });
  const diedOn = dayOf(new Date());
  await officer.client.ok(addToCollision, {
    params: { id },
    body: { _id: ulid(), kind: 'death', words: 'The driver', diedOn, wereInjured: true },
  });
  const text = await textOf(id);
  expect(text).toContain('Injured 2');
  expect(text).toContain('Killed 2, before correction 1');
  expect(text).toContain('Before: 2 vehicles, 2 injured, 1 killed. Reason: Counted at ward 4.');
  expect(text).toContain(`1 person died on ${diedOn}.`);
});

test('of two that are one, each paper names the other and says which of them counts', async () => {
  const vehicle = [{ plate: 'DBL-482KD' }];
  const { _id: one } = await recorded(officer.client, { vehicle });
  const { _id: other } = await recorded(officer.client, { vehicle });
  await head.client.ok(decideDouble, {
    params: { id: one },
    body: { other, verdict: one, was: null },
  });
  expect(await textOf(other)).toContain(
    `This is the same collision as ${collisionReference(one)}. The figures count only that record.`,
  );
  expect(await textOf(one)).toContain(
    `This is the same collision as ${collisionReference(other)}. The figures count only this record.`,
  );
});

test('each printing is noted with its content, and who only looks gets a copy for reading', async () => {
  const { _id: id } = await recorded(officer.client);
  const observer = await makePerson(app, 'observer');
  expect(await pageOf(id, observer)).toContain('Copy for reading only, not to hand out, printed');
  expect(await pageOf(id)).toContain('First copy, printed');
  const twice = await textOf(id);
  expect(twice).toContain('Copy 2, printed');
  const trail = await trailOf(app.db, { record: id });
  const prints = trail.filter(({ event }) => event === 'paper.printed').map(({ after }) => after);
  const content = /CR-[0-9A-F]{10}/.exec(twice)?.[0];
  expect(prints).toEqual([
    { format: 'html', content },
    { format: 'pdf', content },
  ]);
});

test('who doesn’t see a collision gets no paper of it', async () => {
  const { _id: id } = await recorded(officer.client);
  const foreign = await makePerson(app, 'state admin', { state: 'Ogun' });
  expect(await refusalOf(ask(id, 'pdf', foreign))).toMatchObject({ status: 404 });
});

test('a demo record says on its paper that it did not happen', async () => {
  const { _id: id } = await recorded(officer.client);
  const of = app.owner.updateTable('collisions').where('id', '=', id);
  await of.set({ demo: true }).execute();
  const page = await asGuest(app.url).ok(printCollision, {
    params: { id },
    query: { format: 'html' },
  });
  expect(page).toContain('Demo record: this collision did not happen.');
});
