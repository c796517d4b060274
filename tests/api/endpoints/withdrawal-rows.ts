import { reportMistake } from '#contract/booking-corrections.ts';
import { trailRegister } from '#contract/trail.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { booked, bookedAndPaid } from '#tests/support/journey.ts';
import { aProposal } from '#tests/support/proposals.ts';
import {
  everyone,
  exporters,
  nothing,
  recorders,
  registerRows,
  type Row,
  type Scene,
  someText,
} from './endpoint-row.ts';

const reason = 'Booked twice at the same roadblock.';

/** A correction of a paid ticket that waits; answers its id. */
async function aCorrection({ app, officer }: Scene, by: string): Promise<string> {
  const { _id: subject, zone, notes } = await bookedAndPaid(officer, app.db);
  const body = { before: { notes }, after: { notes: 'Seen again' } };
  return aProposal(app, { kind: 'correction', zone, subject, body, reason, by });
}

/** The calls about withdrawals, histories and who looked. */
export const withdrawalRows = {
  withdrawBooking: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, body: { reason: 'Booked twice at the same roadblock.' } },
    }),
    open: ['state admin', 'zonal head'],
    // With nothing due, no gateway is asked first.
    call: async ({ officer }) => ({
      params: { id: (await booked(officer, { offence: [{ id: 'VIL-06' }] }))._id },
      body: { reason },
    }),
    writes: [['booking.withdrawn', { withdrawn: false }, { withdrawn: true, reason }]],
  },
  correctBooking: {
    reach: 'one booking',
    alone: 'it changes neither offences nor amount, and says what was before on every paper',
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, body: { color: 'Red', version: 1, reason } },
    }),
    open: recorders,
    call: async ({ callers }, role) => {
      const by = callers[role === 'observer' || role === 'guest' ? 'booking officer' : role];
      const { _id: id, version } = await booked(by.client, { color: 'Blue' });
      return { params: { id }, body: { color: 'Red', version } };
    },
    writes: [['booking.corrected', { color: 'Blue' }, { color: 'Red' }]],
  },
  listCorrections: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: everyone,
    call: ({ demoBooking }) => Promise.resolve({ params: { id: demoBooking._id } }),
    writes: [],
  },
  proposeCorrection: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({
      id,
      asked: { params: { id }, body: { color: 'Red', version: 1, reason } },
    }),
    open: ['state admin', 'zonal head'],
    call: async ({ officer, app }) => {
      const { _id: id, version } = await bookedAndPaid(officer, app.db);
      return { params: { id }, body: { notes: 'Seen again', version, reason } };
    },
    writes: [
      [
        'booking.correction-proposed',
        { notes: someText },
        { notes: 'Seen again', proposal: someText, state: 'waiting', reason },
      ],
    ],
  },
  decideCorrection: {
    reach: 'one correction',
    one: ({ correction: { id } }) => ({ id, asked: { params: { id }, body: { agrees: true } } }),
    open: ['state admin', 'zonal head'],
    call: async (scene) => ({
      params: { id: await aCorrection(scene, (await makeAccount(scene.app.db, 'state admin')).id) },
      body: { agrees: true },
    }),
    writes: [
      [
        'booking.corrected',
        { notes: someText },
        { notes: 'Seen again', proposal: someText, reason },
      ],
    ],
  },
  takeBackCorrection: {
    reach: 'one correction',
    one: ({ correction: { id } }) => ({ id, asked: { params: { id } } }),
    alone: 'it is one’s own proposal',
    open: ['state admin', 'zonal head'],
    call: async (scene, role) => ({
      params: {
        id: await aCorrection(scene, scene.callers[role === 'guest' ? 'state admin' : role].id),
      },
    }),
    writes: [
      [
        'booking.correction-taken-back',
        { proposal: someText, state: 'waiting' },
        { proposal: someText, state: 'taken back' },
      ],
    ],
  },
  listMistakes: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id } } }),
    open: everyone,
    call: ({ demoBooking }) => Promise.resolve({ params: { id: demoBooking._id } }),
    writes: [],
  },
  reportMistake: {
    reach: 'one booking',
    alone: 'it asks a superior',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id }, body: { reason } } }),
    open: recorders,
    call: async ({ officer }) => ({
      params: { id: (await booked(officer))._id },
      body: { reason },
    }),
    writes: [['booking.mistake-reported', null, { reason }]],
  },
  leaveMistake: {
    reach: 'one booking',
    alone: 'nothing changes by it',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id }, body: { answer: reason } } }),
    open: ['state admin', 'zonal head'],
    call: async ({ officer }) => {
      const { _id: id } = await booked(officer);
      await officer.ok(reportMistake, { params: { id }, body: { reason } });
      return { params: { id }, body: { answer: reason } };
    },
    writes: [['booking.mistake-left', null, { answer: reason }]],
  },
  listWithdrawals: {
    reach: 'the bookings',
    many: { asked: {}, shows: [] },
    open: ['state admin', 'zonal head', 'observer'],
    call: nothing,
    writes: [],
  },
  ...registerRows('Trail', trailRegister, {
    reach: 'the bookings and collisions',
    shows: [],
    asked: { event: 'fee.set' },
    open: exporters,
  }),
  readHistory: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { record: 'booking', id } } }),
    open: ['state admin', 'zonal head', 'observer'],
    call: ({ demoBooking }) =>
      Promise.resolve({ params: { record: 'booking', id: demoBooking._id } }),
    writes: [],
  },
  listLookups: {
    reach: 'one collision',
    one: ({ collision: { id } }) => ({
      id,
      asked: { params: { record: 'collision', id } },
    }),
    open: ['state admin', 'observer'],
    call: ({ demoBooking }) =>
      Promise.resolve({ params: { record: 'booking', id: demoBooking._id } }),
    writes: [],
  },
} satisfies Record<string, Row>;
