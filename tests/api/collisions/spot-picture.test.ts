import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  exportSpotPicture,
  notePlace,
  readBlackSpots,
} from '#contract/modules/reports/black-spots.ts';
import { recorded } from '#tests/support/collisions.ts';
import { askFile } from '#tests/support/exported.ts';
import { pagesOfPdf, readOutOfPdf, textOfPdf } from '#tests/support/pdf-text.ts';
import type { Person } from '#tests/support/people.ts';
import { test as base } from '#tests/support/scene.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const quarter = { from: '2026-01-01', to: '2026-03-31' };

/** Four collisions of a quarter at a roundabout in Zaria, one fatal, and one of the quarter before. */
const test = base.extend('planted', { scope: 'file' }, async ({ app, officer }) => {
  const ids = [];
  for (const step of [0, 1, 2, 3, 4]) {
    const { _id } = await recorded(officer, {
      position: { lat: 11.08 + step * 2e-4, lng: 7.72, accuracy: 10 },
      noOfFatalities: step === 0 ? 2 : 0,
    });
    await app.owner
      .updateTable('collisions')
      .set({ created_at: new Date(step === 4 ? '2025-11-04T11:30:00Z' : '2026-03-04T11:30:00Z') })
      .where('id', '=', _id)
      .execute();
    ids.push(_id);
  }
  return ids;
});

const noted = { zone: 'Zaria', lat: 11.0803, lng: 7.72, words: 'Humps were built in May.' };

const pictured = async (app: TestApp, by: Person, query: Record<string, string> = quarter) => {
  const answer = await askFile(app, by, exportSpotPicture, query);
  return { status: answer.status, pdf: Buffer.from(await answer.arrayBuffer()) };
};

test('the picture is one tagged page with the counts of both periods, the places and what was done', async ({
  planted,
  app,
  head,
  admin,
}) => {
  expect(planted).toHaveLength(5);
  await head.ok(notePlace, { body: { ...noted, words: 'Signs.' } });
  const { data: note } = await head.ok(notePlace, { body: noted });
  expect(note).toMatchObject({ words: noted.words, by: 'Amina Sule' });
  const trail = app.db.selectFrom('audit').select(['actor_id', sql`after ->> 'words'`.as('words')]);
  expect(await trail.where('event', '=', 'place.noted').orderBy('number').execute()).toEqual(
    ['Signs.', noted.words].map((words) => ({ actor_id: head.id, words })),
  );
  const { status, pdf } = await pictured(app, head);
  expect([status, pagesOfPdf(pdf).length]).toEqual([200, 1]);
  const text = textOfPdf(pdf);
  expect(text).toMatch(/Collisions\n4\n1\nFatal\n1\n0\n[^]*People killed\n2\n0\n/);
  expect(text).toMatch(
    /Before: 2025-10-01 to 2025-12-31\.[^]*PZ roundabout\s+\(Zaria\)\n4\n1\n2\n0/,
  );
  expect(text.replaceAll('\n', ' ')).toContain(`${noted.words} (Amina Sule, `);
  expect(text).not.toMatch(/Signs|dangerous/);
  expect(readOutOfPdf(pdf)).toContainEqual([
    'Figure',
    'Map of Zaria, Kaduna. Collisions with a position: 4. Numbered spots: 1',
  ]);
  // Another zone’s picture and another’s notes say nothing of it.
  const chikun = await pictured(app, admin, { ...quarter, zone: 'Chikun' });
  expect(textOfPdf(chikun.pdf)).toMatch(/Collisions\n0\n0/);
  const { data } = await admin.ok(readBlackSpots, { query: quarter });
  expect(data.spots).toMatchObject([{ note }]);
});

test('the picture is refused beyond the place and without an organisation, a note where it can’t be', async ({
  app,
  head,
  admin,
  hire,
}) => {
  const everywhere = await hire('observer', { state: null });
  const wrong = [
    [head, { ...quarter, zone: 'Chikun' }, 403],
    [admin, { ...quarter, organisation: 'Ogun' }, 403],
    [everywhere, quarter, 400],
  ] as const;
  for (const [by, query, status] of wrong)
    expect(await pictured(app, by, query)).toMatchObject({ status });
  for (const [by, changes, status] of [
    [everywhere, {}, 403],
    [head, { zone: 'Chikun' }, 403],
    [admin, { organisation: 'Ogun' }, 403],
    [admin, { zone: 'Utopia' }, 400],
    [admin, { words: ' ' }, 400],
    [admin, { words: 'a'.repeat(281) }, 400],
    [admin, { lat: 91 }, 400],
  ] as const)
    expect(await by.call(notePlace, { body: { ...noted, ...changes } })).toMatchObject({
      status,
    });
});
