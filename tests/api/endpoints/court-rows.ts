import { caseRegister, exportCaseFile } from '#contract/modules/after-ticket/court.ts';
import { inBatch } from '#tests/support/court.ts';
import { aDuty } from '#tests/support/duties.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { booked } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { aProposal } from '#tests/support/proposals.ts';
import { ticketRules } from '#tests/support/ticket-rules.ts';
import { registerRows, type Row, type Scene, someText } from './endpoint-row.ts';

type Caller = keyof Scene['callers'];

/** A ticket overdue for long, and the caller as a court officer. */
async function overdue({ app, callers }: Scene, role: Caller): Promise<string> {
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
  const issuer = await makePerson(app, 'booking officer', { zone: 'Zaria' });
  const { _id: id } = await booked(issuer, { offence: [{ id: 'LGC-02' }] });
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

/** The number of a case file that was made. */
async function aCaseFile({ app, officer }: Scene): Promise<string> {
  const { _id: id } = await booked(officer);
  await officer.call(exportCaseFile, { params: { id } });
  const made = app.db.selectFrom('case_files').select('number').where('booking_id', '=', id);
  return (await made.executeTakeFirstOrThrow()).number;
}

const open = ['state admin', 'zonal head', 'booking officer'] as const;
const alone = 'two gave the duty, and it takes no money';
const cases = { reach: 'the cases', open: [...open, 'observer'] } as const;
const charges = [{ line: 1, outcome: 'dismissed', kobo: null }];
const decision = { day: dayFromNow(0), paidWhere: '', courtReceipt: '' };
const noted = { ...decision, proposal: someText, charges, paper: null, putsRight: false };

/** A case whose decision waits; its proposer is given. */
async function proposed(scene: Scene, role: Caller, by?: string) {
  const { id } = await cased(scene, role, { locked: true, hearing: 0 });
  const { id: other } = await makeAccount(scene.app.db, 'state admin');
  await aProposal(scene.app, {
    kind: 'court decision',
    zone: 'Zaria',
    subject: id,
    body: { ...decision, charges, paper: null, putsRight: false },
    reason: '',
    by: by ?? other,
  });
  return id;
}

/** The calls about tickets that are referred to court. */
export const courtRows = {
  ...registerRows('Cases', caseRegister, {
    ...cases,
    shows: ['unpaid'],
    asked: { state: 'draft' },
  }),
  readCase: {
    reach: 'one case',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: [...open, 'observer'],
    call: async (scene, role) => ({ params: { id: (await cased(scene, role)).id } }),
    writes: [],
  },
  readBatch: {
    reach: 'one proposal',
    open: [...open, 'observer'],
    call: async (scene, role) => ({ params: { id: (await cased(scene, role)).batch } }),
    writes: [],
  },
  listCourts: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: [...open],
    call: async (scene, role) => ({ params: { id: await overdue(scene, role) } }),
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
    open: [...open],
    call: async (scene, role) => ({
      params: { id: (await cased(scene, role, { locked: true, hearing: 0 })).id },
      body: { ...decision, charges: [{ line: 1, outcome: 'dismissed' }] },
      files: [],
    }),
    writes: [['booking.decision-proposed', null, noted]],
  },
  confirmOutcome: {
    reach: 'one case',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id }, body: { agrees: true } } }),
    open: ['state admin', 'zonal head'],
    call: async (scene, role) => ({
      params: { id: await proposed(scene, role) },
      body: { agrees: true },
    }),
    writes: [['booking.court-decided', null, noted]],
  },
  takeBackOutcome: {
    reach: 'one case',
    alone: 'it is one’s own proposal',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: [...open],
    call: async (scene, role) => ({
      params: {
        id: await proposed(scene, role, role === 'guest' ? undefined : scene.callers[role].id),
      },
    }),
    writes: [['booking.decision-taken-back', { proposal: someText }, { proposal: someText }]],
  },
  exportCaseFile: {
    reach: 'one booking',
    alone: 'it is a copy',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: [...open, 'observer'],
    call: async ({ officer }) => ({ params: { id: (await booked(officer))._id } }),
    writes: [['booking.case-file-made', null, { number: someText, sha256: someText }]],
  },
  readCaseFile: {
    reach: 'one proposal',
    alone: 'it is a copy',
    open: [...open, 'observer'],
    call: async (scene) => ({ params: { number: await aCaseFile(scene) } }),
    writes: [['booking.case-file-fetched', null, { number: someText, sha256: someText }]],
  },
  exportBatchFile: {
    reach: 'one proposal',
    alone: 'it is a copy',
    open: [...open, 'observer'],
    call: async (scene, role) => ({
      params: { id: (await cased(scene, role, { locked: true })).batch },
    }),
    writes: [['booking.case-file-made', null, { number: someText, sha256: someText }]],
  },
} satisfies Record<string, Row>;
