import { anException } from '#tests/support/exceptions.ts';
import { dayFromNow } from '#tests/support/fees.ts';
import { nothing, type Row, someText } from './endpoint-row.ts';

// Each call sets the fee of a different day.
let ahead = 30;

/** The calls about fees, and the one that reads an exception. */
export const feeRows = {
  listFees: { open: ['state admin'], call: nothing, writes: [] },
  readFees: {
    open: ['state admin'],
    call: () => Promise.resolve({ params: { id: 'LGC-01' } }),
    writes: [],
  },
  setFee: {
    open: ['state admin'],
    call: () => {
      ahead += 1;
      const body = { amount: 6_000, from: dayFromNow(ahead), reason: 'Gazette 14.' };
      return Promise.resolve({ params: { id: 'LGC-01' }, body });
    },
    writes: [['fee.set', null, { amount: 6_000, from: someText, reason: 'Gazette 14.' }]],
  },
  readException: {
    open: ['state admin', 'zonal head', 'observer'],
    call: async ({ app, officer }) => ({ params: { id: await anException(app.db, officer) } }),
    writes: [],
  },
} satisfies Record<string, Row>;
