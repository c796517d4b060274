import { ulid } from 'ulid';
import { expect } from 'vitest';
import type { Role } from '#contract/roles.ts';
import { aCollision, anImage, aPicture, recorded } from '#tests/support/collisions.ts';
import { announcedBy, kept, putPart } from '#tests/support/coming-files.ts';
import {
  everyone,
  exporters,
  nothing,
  recorders,
  type Row,
  type Scene,
  someText,
} from './endpoint-row.ts';

const noted = { zone: 'Zaria', lat: 11.08, lng: 7.72, words: 'Humps were built.' };

/** The calls about collisions and their files. */
const ofOneCollision = {
  reach: 'one collision',
  one: ({ collision: { id } }) => ({ id, asked: { params: { id } } }),
  open: everyone,
  call: async ({ app, officer }) => {
    const { _id: id } = await recorded(officer);
    await app.owner.updateTable('collisions').set({ demo: true }).where('id', '=', id).execute();
    return { params: { id } };
  },
  writes: [],
} satisfies Row;

export const collisionRows = {
  createCollision: {
    reach: 'a new collision',
    alone: 'it is one’s own record',
    open: recorders,
    status: 201,
    call: async () => ({ body: aCollision(), files: [await anImage()] }),
    writes: [['collision.recorded', null, expect.objectContaining({ organisation: 'Kaduna' })]],
  },
  listComingFiles: {
    reach: 'the files of one collision',
    open: recorders,
    call: async ({ callers }, role) => ({ params: { id: (await announcing(callers, role)).id } }),
    writes: [],
  },
  receiveFile: {
    reach: 'the files of one collision',
    alone: 'the file is the one that its officer announced, by its hash',
    open: recorders,
    call: async ({ app, callers }, role) => {
      const { id, file } = await announcing(callers, role);
      await putPart(app, file);
      return { params: { id, file: file.announced.id } };
    },
    writes: [
      [
        'collision.file-received',
        { file: someText, received: false },
        expect.objectContaining({ received: true, field: 'img' }),
      ],
    ],
  },
  replaceFile: {
    reach: "one's own",
    alone: 'it is one’s own record',
    open: recorders,
    call: async ({ callers }, role) => {
      const { id, file } = await announcing(callers, role);
      const { field: _field, ...body } = kept(await aPicture()).announced;
      return { params: { id, file: file.announced.id }, body };
    },
    writes: [
      [
        'collision.file-replaced',
        { file: someText },
        { file: someText, field: 'img', sha256: someText },
      ],
    ],
  },
  giveUpFile: {
    reach: "one's own",
    alone: 'it is one’s own record',
    open: recorders,
    call: async ({ callers }, role) => {
      const { id, file } = await announcing(callers, role);
      return {
        params: { id, file: file.announced.id },
        body: { reason: 'The phone fell into the river.' },
      };
    },
    writes: [
      [
        'collision.file-given-up',
        { file: someText, givenUp: false },
        { file: someText, givenUp: true, reason: 'The phone fell into the river.' },
      ],
    ],
  },
  listCollisions: {
    reach: 'the collisions',
    many: { asked: { query: { limit: '100' } }, shows: ['collision'] },
    open: everyone,
    call: nothing,
    writes: [],
  },
  exportCollisions: {
    reach: 'the collisions',
    alone: 'it is a copy',
    many: { asked: { query: { format: 'csv' } }, shows: ['collision'] },
    open: exporters,
    call: () => Promise.resolve({ query: { format: 'csv' } }),
    writes: [
      [
        'collisions.exported',
        null,
        { format: 'csv', filters: { sort: '-createdAt' }, rows: expect.any(Number) as unknown },
      ],
    ],
  },
  readBlackSpots: {
    reach: 'the collisions',
    many: { asked: {}, shows: [] },
    open: exporters,
    call: nothing,
    writes: [],
  },
  readEnforcement: {
    reach: 'the collisions',
    many: { asked: {}, shows: [] },
    open: exporters,
    call: nothing,
    writes: [],
  },
  exportSpotPicture: {
    reach: 'an organisation',
    alone: 'it is a copy',
    open: exporters,
    call: () => Promise.resolve({ query: { organisation: 'Kaduna' } }),
    writes: [
      [
        'report.exported',
        null,
        { filters: { organisation: 'Kaduna', metres: 150, least: 4 }, number: someText },
      ],
    ],
  },
  notePlace: {
    reach: 'an organisation',
    alone: 'they are words, kept with their writer’s name',
    open: ['state admin', 'zonal head'],
    call: () => Promise.resolve({ body: { organisation: 'Kaduna', ...noted } }),
    writes: [['place.noted', null, { note: someText, ...noted }]],
  },
  readCollision: ofOneCollision,
  listAdditions: ofOneCollision,
  addToCollision: {
    reach: 'the additions of one collision',
    alone: 'it stands beside what was recorded, and counts no money',
    open: recorders,
    call: async ({ officer }) => {
      const { _id: id } = await recorded(officer);
      return { params: { id }, body: { _id: ulid(), kind: 'witness', name: 'Ladi' } };
    },
    writes: [['collision.added', null, expect.objectContaining({ added: 'witness' })]],
  },
  findDoubles: {
    reach: 'the collisions',
    many: { asked: { query: { lat: '9', lng: '7' } }, shows: [] },
    open: recorders,
    call: () => Promise.resolve({ query: { plates: 'ABC-123DE' } }),
    writes: [],
  },
  listDoubles: ofOneCollision,
  printCollision: {
    ...ofOneCollision,
    alone: 'it is a copy',
    one: ({ collision: { id } }) => ({ id, asked: { params: { id }, query: { format: 'html' } } }),
    writes: [['paper.printed', null, { format: 'pdf', content: someText }]],
    onlyReads: ['observer', 'guest'],
  },
  correctCollision: {
    reach: 'the additions of one collision',
    alone: 'what was recorded stays beside it, and it counts no money',
    open: ['state admin', 'zonal head'],
    call: async ({ officer }) => {
      const { _id: id } = await recorded(officer);
      const was = { noOfCars: 2, noOfInjuries: 0, noOfFatalities: 0 };
      return {
        params: { id },
        body: { ...was, noOfInjuries: 1, was, reason: 'Counted at ward 4.' },
      };
    },
    writes: [
      [
        'collision.corrected',
        { noOfCars: 2, noOfInjuries: 0, noOfFatalities: 0 },
        {
          _id: someText,
          noOfCars: 2,
          noOfInjuries: 1,
          noOfFatalities: 0,
          reason: 'Counted at ward 4.',
        },
      ],
    ],
  },
  decideDouble: {
    reach: 'the additions of one collision',
    alone: 'nothing is deleted, and anybody who may decide can say otherwise',
    open: ['state admin', 'zonal head'],
    call: async ({ officer }) => {
      const vehicle = [{ plate: 'DBL-482KD' }];
      const { _id: id } = await recorded(officer, { vehicle });
      const { _id: other } = await recorded(officer, { vehicle });
      return { params: { id }, body: { other, verdict: 'two', was: null } };
    },
    writes: [1, 2].map(() => [
      'collision.compared',
      { comparedWith: someText, found: null },
      { comparedWith: someText, found: 'two' },
    ]),
  },
  listOriginals: {
    reach: 'one collision',
    one: ({ collision: { id } }) => ({ id, asked: { params: { id } } }),
    open: ['state admin', 'zonal head', 'observer'],
    call: async ({ officer }) => ({ params: { id: (await recorded(officer))._id } }),
    writes: [],
  },
} satisfies Record<string, Row>;

/** A collision that the caller recorded, if they may, and a file that it announces. */
async function announcing(callers: Scene['callers'], role: Role) {
  const file = kept(await aPicture());
  if (!recorders.some((known) => known === role)) return { id: 'none', file };
  // The last evidence is never given up.
  const { _id: id } = await announcedBy(callers[role].client, [file, kept(await aPicture())]);
  return { id, file };
}
