import { expect } from 'vitest';
import { inBatch } from '#tests/support/court.ts';
import { aDuty } from '#tests/support/duties.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked } from '#tests/support/journey.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';
import { exporters, type Row, type Scene, someText } from './endpoint-row.ts';

type Caller = keyof Scene['callers'];

/** A ticket overdue for long, and the caller as a court officer. */
async function overdue({ app, officer, callers }: Scene, role: Caller): Promise<string> {
  const [by, decidedBy] = [
    (await makeAccount(app.db, 'state admin')).id,
    (await makeAccount(app.db, 'state admin')).id,
  ];
  const standing = await app.db
    .selectFrom('ticket_rules')
    .select('id')
    .where('from_day', '=', dayFromNow(-90))
    .execute();
  if (standing.length === 0) await ticketRules(app, { days: -90, by, decidedBy });
  if (role !== 'guest') {
    const user = callers[role].id;
    await asOwner(app, `delete from duties where duty = 'court officer' and user_id = $1`, [user]);
    await aDuty(app, { duty: 'court officer', user, by, decidedBy });
  }
  const { _id: id } = await booked(officer, { offence: [{ id: 'LGC-02' }] });
  await app.owner
    .updateTable('bookings')
    .set({ due_day: dayFromNow(-30) })
    .where('id', '=', id)
    .execute();
  return id;
}

async function cased(scene: Scene, role: Caller, how: { locked?: true; hearing?: number } = {}) {
  const booking = await overdue(scene, role);
  const { id: by } = await makeAccount(scene.app.db, 'state admin');
  return { id: booking, batch: await inBatch(scene.app, { booking, by, ...how }) };
}

const open = ['state admin', 'zonal head', 'booking officer'] as const;
const alone = 'two gave the duty, and it takes no money';
const cases = { reach: 'the cases', open: [...open, 'observer'] } as const;
const decision = { charges: [{ line: 1, outcome: 'dismissed' }], paidWhere: '', courtReceipt: '' };

/** The calls about tickets that are referred to court. */
export const courtRows = {
  listCases: {
    ...cases,
    many: { asked: { query: { limit: '100', state: 'draft' } }, shows: ['unpaid'] },
    call: () => Promise.resolve({ query: { state: 'open' } }),
    writes: [],
  },
  exportCases: {
    reach: 'the cases',
    alone: 'it is a copy',
    many: { asked: { query: { format: 'csv', state: 'draft' } }, shows: ['unpaid'] },
    open: exporters,
    call: () => Promise.resolve({ query: { format: 'csv' } }),
    writes: [
      [
        'cases.exported',
        null,
        { format: 'csv', filters: { state: 'open' }, rows: expect.any(Number) as unknown },
      ],
    ],
  },
  readCase: {
    reach: 'one case',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: [...open, 'observer'],
    call: async (scene, role) => ({ params: { id: (await cased(scene, role)).id } }),
    writes: [],
  },
  draftCases: {
    reach: 'the tickets of a batch',
    alone,
    open: [...open],
    call: async (scene, role) => ({
      body: { court: 'Mobile Court', bookings: [await overdue(scene, role)] },
    }),
    writes: [['booking.court-listed', null, { batch: someText, court: 'Mobile Court' }]],
  },
  leaveDraft: {
    reach: 'one case',
    alone,
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: [...open],
    call: async (scene, role) => ({ params: { id: (await cased(scene, role)).id } }),
    writes: [['booking.court-left', { batch: someText }, null]],
  },
  lockBatch: {
    reach: 'one proposal',
    alone,
    open: [...open],
    call: async (scene, role) => ({ params: { id: (await cased(scene, role)).batch } }),
    writes: [
      [
        'booking.referred',
        { batch: someText },
        { batch: someText, number: someText, court: 'Mobile Court' },
      ],
    ],
  },
  noteHearing: {
    reach: 'one case',
    alone,
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, body: { day: dayFromNow(9), place: 'Room 2', suit: '' } },
    }),
    open: [...open],
    call: async (scene, role) => ({
      params: { id: (await cased(scene, role, { locked: true })).id },
      body: { day: dayFromNow(9), place: 'Room 2', suit: 'KD/7' },
    }),
    writes: [
      ['booking.hearing-noted', null, { hearing: dayFromNow(9), place: 'Room 2', suit: 'KD/7' }],
    ],
  },
  noteOutcome: {
    reach: 'the paper of one case',
    alone,
    open: [...open],
    call: async (scene, role) => ({
      params: { id: (await cased(scene, role, { locked: true, hearing: 3 })).id },
      body: decision,
      files: [],
    }),
    writes: [
      [
        'booking.court-decided',
        null,
        { ...decision, charges: [{ line: 1, outcome: 'dismissed', kobo: null }] },
      ],
    ],
  },
  exportCaseFile: {
    reach: 'one booking',
    alone: 'it is a copy',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: [...open, 'observer'],
    call: async ({ officer }) => ({ params: { id: (await booked(officer))._id } }),
    writes: [['booking.case-file-made', null, { number: someText, sha256: someText }]],
  },
} satisfies Record<string, Row>;
