import { anException } from '#tests/support/exceptions.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { aProposedFee, dayFromNow } from '#tests/support/fees.ts';
import { nothing, type Row, someText } from './endpoint-row.ts';

// Each call sets the fee of a different day.
let ahead = 30;

/** The calls about fees and what waits, and the one that reads an exception. */
export const feeRows = {
  listFees: { reach: 'an organisation', open: ['state admin'], call: nothing, writes: [] },
  readFees: {
    reach: 'an organisation',
    open: ['state admin'],
    call: () => Promise.resolve({ params: { id: 'LGC-01' } }),
    writes: [],
  },
  proposeFee: {
    reach: 'an organisation',
    open: ['state admin'],
    call: () => {
      ahead += 1;
      const body = { amount: 6_000, from: dayFromNow(ahead), reason: 'Gazette 14.' };
      return Promise.resolve({ params: { id: 'LGC-01' }, body });
    },
    writes: [
      [
        'fee.proposed',
        null,
        { proposal: someText, amount: 6_000, from: someText, reason: 'Gazette 14.' },
      ],
    ],
  },
  proposeFees: {
    reach: 'an organisation',
    open: ['state admin'],
    call: () => {
      ahead += 1;
      const body = { list: 'LGC-01 6000', from: dayFromNow(ahead), reason: 'Gazette 14.' };
      return Promise.resolve({ body: { ...body, proposes: true }, files: [] });
    },
    writes: [
      [
        'fee.proposed',
        null,
        {
          proposal: someText,
          amount: 6_000,
          from: someText,
          reason: 'Gazette 14.',
          gazette: null,
        },
      ],
    ],
  },
  decideFee: {
    reach: 'one proposal',
    open: ['state admin'],
    call: async ({ app }) => {
      ahead += 1;
      const { id: by } = await makeAccount(app.db, 'state admin');
      const id = await aProposedFee(app, { offence: 'LGC-01', days: ahead, naira: 6_000, by });
      return { params: { id }, body: { agrees: true } };
    },
    writes: [
      ['fee.set', null, { proposal: someText, amount: 6_000, from: someText, reason: someText }],
    ],
  },
  takeBackFee: {
    reach: 'one proposal',
    alone: 'it is one’s own proposal',
    open: ['state admin'],
    call: async ({ app, callers }, role) => {
      ahead += 1;
      const by = role === 'guest' ? callers['state admin'].id : callers[role].id;
      const id = await aProposedFee(app, { offence: 'LGC-01', days: ahead, naira: 6_000, by });
      return { params: { id } };
    },
    writes: [['fee.taken-back', { proposal: someText, amount: 6_000, from: someText }, null]],
  },
  listWaiting: {
    reach: 'the late records',
    many: { asked: {}, shows: ['late'] },
    open: ['state admin', 'zonal head'],
    call: nothing,
    writes: [],
  },
  readException: {
    reach: 'one exception',
    one: ({ exception: { id } }) => ({ id, asked: { params: { id } } }),
    open: ['state admin', 'zonal head', 'observer'],
    call: async ({ app, officer }) => ({ params: { id: await anException(app.db, officer) } }),
    writes: [],
  },
} satisfies Record<string, Row>;
