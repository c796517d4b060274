import { expect } from 'vitest';
import { aDispute } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { exporters, type Row, type Scene, someText } from './endpoint-row.ts';

/** A disputed ticket of another officer, and the caller as a dispute officer. */
async function disputed({ app, callers }: Scene, role: keyof Scene['callers']) {
  if (role !== 'guest') {
    const user = callers[role].id;
    const [by, decidedBy] = [
      (await makeAccount(app.db, 'state admin')).id,
      (await makeAccount(app.db, 'state admin')).id,
    ];
    await asOwner(app, `delete from duties where duty = 'dispute officer' and user_id = $1`, [
      user,
    ]);
    await aDuty(app, { duty: 'dispute officer', user, by, decidedBy });
  }
  const { _id: id } = await booked(await makePerson(app, 'booking officer'));
  await app.owner.updateTable('bookings').set({ due_day: null }).where('id', '=', id).execute();
  await aDispute(app, { booking: id });
  return id;
}

const readers = ['state admin', 'zonal head', 'booking officer', 'observer'] as const;

/** The calls about what booked people say against their tickets. */
export const disputeRows = {
  listDisputes: {
    reach: 'the disputes',
    many: { asked: { query: { limit: '100' } }, shows: ['dispute'] },
    open: [...readers],
    call: () => Promise.resolve({ query: { state: 'open' } }),
    writes: [],
  },
  exportDisputes: {
    reach: 'the disputes',
    alone: 'it is a copy',
    many: { asked: { query: { format: 'csv' } }, shows: ['dispute'] },
    open: exporters,
    call: () => Promise.resolve({ query: { format: 'csv' } }),
    writes: [
      [
        'disputes.exported',
        null,
        { format: 'csv', filters: {}, rows: expect.any(Number) as unknown },
      ],
    ],
  },
  countDisputes: {
    reach: 'the disputes',
    many: { asked: { query: {} }, shows: [] },
    open: [...readers],
    call: () => Promise.resolve({ query: {} }),
    writes: [],
  },
  printDispute: {
    reach: 'one dispute',
    alone: 'it is a copy',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: [...readers],
    call: async (scene, role) => ({ params: { id: await disputed(scene, role) } }),
    writes: [['booking.dispute-printed', null, { number: someText }]],
  },
  readDispute: {
    reach: 'one dispute',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: [...readers],
    call: async (scene, role) => ({ params: { id: await disputed(scene, role) } }),
    writes: [],
  },
  answerDispute: {
    reach: 'one dispute',
    alone: 'two gave the duty, and it is never the issuer',
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, body: { upheld: false, answer: 'The sign stands.' } },
    }),
    open: ['state admin', 'booking officer'],
    call: async (scene, role) => ({
      params: { id: await disputed(scene, role) },
      body: { upheld: false, answer: 'The sign stands there since May.' },
    }),
    writes: [
      [
        'booking.dispute-answered',
        { dueDay: null },
        { outcome: 'rejected', sha256: someText, dueDay: null },
      ],
    ],
  },
} satisfies Record<string, Row>;
