import { expect } from 'vitest';
import { reportMistake } from '#contract/bookings.ts';
import { booked } from '#tests/support/journey.ts';
import { everyone, exporters, nothing, recorders, type Row } from './endpoint-row.ts';

const reason = 'Booked twice at the same roadblock.';

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
  listTrail: {
    reach: 'the bookings and collisions',
    many: { asked: { query: { limit: '100' } }, shows: [] },
    open: exporters,
    call: nothing,
    writes: [],
  },
  exportTrail: {
    reach: 'the bookings and collisions',
    alone: 'it is a copy',
    many: { asked: { query: { format: 'csv' } }, shows: [] },
    open: exporters,
    call: () => Promise.resolve({ query: { format: 'csv', event: 'fee.set' } }),
    writes: [
      [
        'trail.exported',
        null,
        { format: 'csv', filters: { event: 'fee.set' }, rows: expect.any(Number) as unknown },
      ],
    ],
  },
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
