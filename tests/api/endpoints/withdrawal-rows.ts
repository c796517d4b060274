import { booked } from '#tests/support/journey.ts';
import { nothing, type Row } from './endpoint-row.ts';

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
    open: ['state admin'],
    call: nothing,
    writes: [],
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
    open: ['state admin'],
    call: ({ demoBooking }) =>
      Promise.resolve({ params: { record: 'booking', id: demoBooking._id } }),
    writes: [],
  },
} satisfies Record<string, Row>;
