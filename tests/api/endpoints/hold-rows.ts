import { holdRegister } from '#contract/modules/after-ticket/holds.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { aHold } from '#tests/support/holds.ts';
import { booked } from '#tests/support/journey.ts';
import { exporters, registerRows, type Row, someText } from './endpoint-row.ts';

const body = { forWhom: 'High Court 4', reason: 'Suit KDH/412.', until: null };
const lift = { reason: 'The suit was struck out.' };
const holders = ['state admin', 'zonal head'] as const;

/** The calls about holds. */
export const holdRows = {
  ...registerRows('Holds', holdRegister, {
    reach: 'the holds',
    shows: ['hold'],
    open: exporters,
  }),
  setHold: {
    reach: 'one booking',
    alone: 'it only keeps what would be erased; another person lifts it',
    one: ({ paid: { id } }) => ({ id, asked: { params: { id }, body } }),
    open: holders,
    call: async ({ officer }) => ({ params: { id: (await booked(officer))._id }, body }),
    writes: [['booking.held', null, { ...body, hold: someText }]],
  },
  liftHold: {
    reach: 'one booking',
    one: ({ unpaid: { id } }) => ({ id, asked: { params: { id }, body: { ...lift, hold: 'X' } } }),
    open: holders,
    call: async ({ officer, app }) => {
      const { _id: booking } = await booked(officer);
      const { id: by } = await makeAccount(app.db, 'zonal head');
      const hold = await aHold(app, { booking, by });
      return { params: { id: booking }, body: { ...lift, hold } };
    },
    writes: [
      [
        'booking.hold-lifted',
        { hold: someText, state: 'in force' },
        { hold: someText, state: 'lifted', ...lift },
      ],
    ],
  },
} satisfies Record<string, Row>;
