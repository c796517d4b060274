import { expect } from 'vitest';
import { dayOf } from '#server/time.ts';
import { bookedAndPaid } from '#tests/support/journey.ts';
import { exporters, nothing, type Row, someText } from './endpoint-row.ts';

const body = () => ({
  line: 1,
  amount: 1,
  day: dayOf(new Date()),
  proof: 'Transfer 17',
  reason: 'A court ordered it.',
});

/** The calls about payments by offence, and what was given back of them. */
export const offencePaymentRows = {
  listOffencePayments: {
    reach: 'the bookings',
    many: { asked: { query: { limit: '100' } }, shows: ['paid'] },
    open: exporters,
    call: nothing,
    writes: [],
  },
  exportOffencePayments: {
    reach: 'the bookings',
    alone: 'it is a copy',
    many: { asked: { query: { format: 'csv' } }, shows: ['paid'] },
    open: exporters,
    call: () => Promise.resolve({ query: { format: 'csv' } }),
    writes: [
      [
        'payments.exported',
        null,
        { format: 'csv', filters: { by: 'made' }, rows: expect.any(Number) as unknown },
      ],
    ],
  },
  noteGivenBack: {
    reach: 'one booking',
    alone: 'it tells what was done outside the product, and moves no money',
    one: ({ paid: { id } }) => ({ id, asked: { params: { id }, body: body() } }),
    open: ['state admin'],
    call: async ({ officer, app }) => ({
      params: { id: (await bookedAndPaid(officer, app.db))._id },
      body: body(),
    }),
    writes: [
      [
        'booking.given-back',
        { line: 1, givenBack: 0 },
        { ...body(), entry: someText, offence: someText },
      ],
    ],
  },
} satisfies Record<string, Row>;
