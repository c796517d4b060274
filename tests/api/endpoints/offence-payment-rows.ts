import { expect } from 'vitest';
import { exporters, nothing, type Row } from './endpoint-row.ts';

/** The calls about payments by offence. */
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
} satisfies Record<string, Row>;
