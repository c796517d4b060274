import { expect } from 'vitest';
import { booked } from '#tests/support/journey.ts';
import { exporters, nothing, type Row } from './endpoint-row.ts';

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
