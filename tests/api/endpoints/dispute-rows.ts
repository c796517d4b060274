import { disputeRegister } from '#contract/modules/after-ticket/disputes.ts';
import { aDispute } from '#tests/support/disputes.ts';
import { aDuty } from '#tests/support/duties.ts';
import { asOwner, makeAccount } from '#tests/support/factories.ts';
import { bookedWithBill } from '#tests/support/journey.ts';
import { makePerson } from '#tests/support/people.ts';
import { aProposal } from '#tests/support/proposals.ts';
import { registerRows, type Row, type Scene, someText } from './endpoint-row.ts';

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
  const { _id: id } = await bookedWithBill(await makePerson(app, 'booking officer'));
  await app.owner.updateTable('bookings').set({ due_day: null }).where('id', '=', id).execute();
  await aDispute(app, { booking: id });
  return id;
}

/** The same with an answer that upholds it, by this account or by an admin. */
async function toUphold(scene: Scene, role: keyof Scene['callers'], by?: string) {
  const subject = await disputed(scene, role);
  await aProposal(scene.app, {
    kind: 'dispute answer',
    zone: 'Zaria',
    subject,
    body: {},
    reason: 'The sign lay in the grass.',
    by: by ?? (await makeAccount(scene.app.db, 'state admin')).id,
  });
  return subject;
}

const readers = ['state admin', 'zonal head', 'booking officer', 'observer'] as const;

/** The calls about what booked people say against their tickets. */
export const disputeRows = {
  ...registerRows('Disputes', disputeRegister, {
    reach: 'the disputes',
    shows: ['dispute'],
    open: [...readers],
  }),
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
    alone: 'it takes nothing away; two gave the duty, and it is never the issuer',
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
  proposeUpholding: {
    reach: 'one dispute',
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, body: { answer: 'The sign lay there.' } },
    }),
    open: ['state admin', 'booking officer'],
    call: async (scene, role) => ({
      params: { id: await disputed(scene, role) },
      body: { answer: 'The sign lay in the grass.' },
    }),
    writes: [
      // Its gateway is asked first.
      ['booking.checked', { paid: false }, { paid: false, finding: 'pending' }],
      [
        'booking.upholding-proposed',
        null,
        { proposal: someText, state: 'waiting', outcome: 'upheld', sha256: someText },
      ],
    ],
  },
  decideUpholding: {
    reach: 'one dispute',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id }, body: { agrees: true } } }),
    open: ['state admin', 'zonal head', 'booking officer'],
    call: async (scene, role) => ({
      params: { id: await toUphold(scene, role) },
      body: { agrees: true },
    }),
    writes: [
      // Its gateway is asked first.
      ['booking.checked', { paid: false }, { paid: false, finding: 'pending' }],
      [
        'booking.withdrawn',
        { withdrawn: false },
        { withdrawn: true, reason: 'The sign lay in the grass.' },
      ],
      [
        'booking.dispute-answered',
        { dueDay: null },
        {
          proposal: someText,
          outcome: 'upheld',
          sha256: someText,
          dueDay: null,
          answeredBy: someText,
        },
      ],
    ],
  },
  takeBackUpholding: {
    reach: 'one dispute',
    alone: 'it is one’s own proposal',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: ['state admin', 'booking officer'],
    call: async (scene, role) => ({
      params: {
        id: await toUphold(scene, role, role === 'guest' ? undefined : scene.callers[role].id),
      },
    }),
    writes: [
      [
        'booking.upholding-taken-back',
        { proposal: someText, state: 'waiting' },
        { proposal: someText, state: 'taken back' },
      ],
    ],
  },
} satisfies Record<string, Row>;
