import { booked } from '#tests/support/journey.ts';
import { nothing, type Row } from './endpoint-row.ts';

const reason = 'Booked twice at the same roadblock.';

/** The calls about withdrawals, histories and who looked. */
export const withdrawalRows = {
  withdrawBooking: {
    open: ['state admin', 'zonal head'],
    // With nothing due, no gateway is asked first.
    call: async ({ officer }) => ({
      params: { id: (await booked(officer, { offence: [{ id: 'VIL-06' }] }))._id },
      body: { reason },
    }),
    writes: [['booking.withdrawn', { withdrawn: false }, { withdrawn: true, reason }]],
  },
  listWithdrawals: { open: ['state admin'], call: nothing, writes: [] },
  readHistory: {
    open: ['state admin', 'zonal head', 'observer'],
    call: ({ demoBooking }) =>
      Promise.resolve({ params: { record: 'booking', id: demoBooking._id } }),
    writes: [],
  },
  listLookups: {
    open: ['state admin'],
    call: ({ demoBooking }) =>
      Promise.resolve({ params: { record: 'booking', id: demoBooking._id } }),
    writes: [],
  },
} satisfies Record<string, Row>;
