import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type Collision, collisionSchema } from '#contract/collisions.ts';
import type { Original } from '#contract/originals.ts';
import { collisionSheetOf } from '#server/modules/after-ticket/collision-papers/collision-paper.ts';
import { drawCollision, fitted } from '#server/modules/after-ticket/papers/collision-sheet.ts';
import { aPicture } from '#tests/support/collisions.ts';
import { pagesOfPdf, textOfPdf } from '#tests/support/pdf-text.ts';

const officer = { id: 'U1', name: 'Amina Bello', role: 'booking officer' as const };

const collisionWith = (changes: Partial<Collision>): Collision =>
  collisionSchema.parse({
    _id: '01KB000000000000000007KQ20',
    createdAt: '2026-11-20T10:00:00.000Z',
    createdBy: officer,
    organisation: 'Kaduna',
    demo: false,
    zone: 'Zaria',
    team: 'Team B',
    location: 'PZ roundabout',
    desc: 'The lorry ran the red light and hit the car in the middle of the roundabout.',
    noOfCars: 2,
    noOfInjuries: 3,
    noOfFatalities: 1,
    notes: '',
    facts: { cause: 'speed violation', collisionType: 'right angle', light: 'daylight' },
    doubles: { found: 0, open: 0 },
    countsAs: null,
    corrections: [],
    img: [],
    vid: '',
    vehicle: [1, 2].map((one) => aVehicle(one)),
    witness: [],
    officer: [{ perpetrator: 'driver', statement: 'He said that his brakes failed.', type: '' }],
    position: null,
    additions: 0,
    filesToCome: 0,
    filesUnreadable: 0,
    captured: null,
    ...changes,
  });

const aVehicle = (number: number): Collision['vehicle'][number] => ({
  plate: `ABC-${100 + number}DE`,
  make: 'Mercedes-Benz',
  model: 'Actros 2645 with a trailer',
  name: 'Oluwaseun Babatunde Adeyemi-Okonkwo',
  phone: '08031234567',
  driverImg: '',
  vehicleImg: '',
});

const aFile = (line: number): Original => ({
  field: 'img',
  line,
  type: 'image/jpeg',
  bytes: 1,
  sha256: 'a7'.repeat(32),
  sentAt: '2026-11-20T10:00:00.000Z',
  sentBy: null,
  taken: null,
  address: '',
});

async function drawnOf(collision: Collision, files: number) {
  const jpeg = await aPicture('jpeg', 640, 480);
  const sheet = collisionSheetOf(
    {
      collision,
      additions: [],
      doubles: [],
      files: Array.from({ length: files }, (_, line) => aFile(line)),
      pictures: [1, 2].map((one) => ({ name: `Picture of the scene ${one}`, jpeg })),
    },
    {
      authority: 'Kaduna State Traffic Law Enforcement and Environmental Authority',
      logo: null,
      contacts: { name: '', phone: '', whatsapp: '', office: '', hours: '', bring: '' },
      address: 'https://hanya.example/collisions?open=01KB000000000000000007KQ20',
      printedBy: 'Amina Bello',
      printedAt: new Date('2026-11-30T10:00:00.000Z'),
      copy: 1,
    },
  );
  const fit = fitted(sheet);
  const doc = drawCollision(fit);
  doc.end();
  const pdf = await buffer(doc);
  return { fit, pages: pagesOfPdf(pdf), text: textOfPdf(pdf).replaceAll(/\s+/g, ' ') };
}

const allFacts = {
  cause: 'mechanically deficient',
  otherCauses: ['dangerous overtaking', 'sleeping on steering'],
  collisionType: 'hit object in road',
  light: 'dark, no light',
  surface: 'loose',
  hit: ['pedestrian', 'bicycle', 'motorcycle', 'three-wheeler'],
  serious: 1,
  slight: 2,
};

const a4 = [expect.closeTo(210, 0), expect.closeTo(297, 0)];
const words = 'The lorry came down the hill without its brakes. '.repeat(80).slice(0, 4_000);

test('a usual collision is one page of A4, whole and with its pictures', async () => {
  const { fit, pages, text } = await drawnOf(collisionWith({}), 3);
  expect(pages).toEqual([a4]);
  expect(fit.pictures).toHaveLength(2);
  expect(text).toContain('in the middle of the roundabout.');
  expect(text).not.toContain('in the authority’s record');
});

test('a long story is shortened until it has room, and says so', async () => {
  const { fit, pages, text } = await drawnOf(collisionWith({ desc: words }), 3);
  expect(pages).toEqual([a4]);
  expect(fit.pictures).toHaveLength(2);
  expect(text).toContain('… [Shortened. The whole text is in the authority’s record.]');
  expect(text).toContain('He said that his brakes failed.');
  expect(text).toContain('Office stamp');
});

test('eight vehicles, all facts and a long story have room on one page', async () => {
  const { pages, text } = await drawnOf(
    collisionWith({
      desc: words,
      noOfCars: 8,
      facts: allFacts,
      vehicle: Array.from({ length: 8 }, (_, number) => aVehicle(number)),
    }),
    12,
  );
  expect(pages).toEqual([a4]);
  expect(text).toMatch(/\d+ more files are in the authority’s record\./);
});

test('the most that a collision can say takes two pages at most', async () => {
  const reason = 'The hospital counted again at ward 4. '.repeat(10);
  const was = { noOfCars: 2, noOfInjuries: 3, noOfFatalities: 1 };
  const correction = { at: '2026-11-21T10:00:00.000Z', by: officer, reason, was, now: was };
  const { pages, text } = await drawnOf(
    collisionWith({
      location: 'Kilometre 14 of the expressway, before the old bridge, '.repeat(3),
      desc: words,
      notes: words.slice(0, 2_000),
      noOfCars: 50,
      vehicle: Array.from({ length: 50 }, (_, number) => aVehicle(number)),
      officer: Array.from({ length: 20 }, () => ({
        perpetrator: 'other' as const,
        type: 'The mate of a lorry that stood beside the road without a sign',
        statement: words,
      })),
      witness: [{ type: 'witness', name: 'Ladi Bako', phone: '', statement: words }],
      facts: allFacts,
      position: { lat: 11.081_23, lng: 7.721_23, accuracy: 9.4, outside: true },
      corrections: [correction, correction, correction],
      countsAs: '01KB000000000000000007KQ21',
      filesToCome: 2,
      demo: true,
    }),
    60,
  );
  expect(pages.length).toBeLessThanOrEqual(2);
  expect(text).toMatch(/\d+ more vehicles are in the authority’s record\./);
  expect(text).toMatch(/\d+ more files are in the authority’s record\./);
  expect(text).toContain('Pictures and video: 60');
  expect(text).toContain('Office stamp');
});
