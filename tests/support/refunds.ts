import type { Database } from '#server/db/database.ts';
import { aProposal } from './proposals.ts';
import type { TestApp } from './test-app.ts';

interface Given {
  booking?: string | null;
  /** The first offence without an exception. */
  line?: number;
  exception?: string;
  naira: number;
  day: string;
  reason?: string;
  by: string;
  /** Without it, it waits. */
  decidedBy?: string | undefined;
  decidedAt?: Date;
}

/** A refund as two people left it; answers its id. */
export function aRefund(
  app: Pick<TestApp, 'db'>,
  { booking = null, line, exception, naira, day, reason = 'Suit KDH/412.', ...people }: Given,
): Promise<string> {
  const of =
    exception === undefined
      ? { booking, line: line ?? 1, exception: null }
      : { booking, line: null, exception };
  return aProposal(app, {
    kind: 'refund',
    subject: [booking, of.line ?? of.exception].filter((one) => one !== null).join(' '),
    body: {
      ...of,
      kobo: Math.round(naira * 100),
      day,
      proof: { kind: 'transfer', number: 'TRF-204518' },
      reverses: null,
    },
    reason,
    ...people,
  });
}

/** A reversal of a refund that counts, likewise. */
export async function aReversal(
  app: Pick<TestApp, 'db'>,
  { refund, ...people }: { refund: string } & Pick<Given, 'by' | 'decidedBy' | 'decidedAt'>,
): Promise<string> {
  const { booking_id, line, exception_id, amount_kobo } = await app.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refund)
    .executeTakeFirstOrThrow();
  return aProposal(app, {
    kind: 'reversal',
    subject: [booking_id, line ?? exception_id].filter((one) => one !== null).join(' '),
    body: {
      booking: booking_id,
      line,
      exception: exception_id,
      kobo: -amount_kobo,
      day: null,
      proof: null,
      reverses: refund,
    },
    reason: 'Another ticket was meant.',
    ...people,
  });
}

/** Settles an exception by a refund, as two people do. */
export async function settledByRefund(
  app: Pick<TestApp, 'db'>,
  { exception, by, decidedBy }: { exception: string; by: string; decidedBy: string },
): Promise<void> {
  await aProposal(app, {
    kind: 'settlement',
    subject: exception,
    body: { decision: 'refund', billRef: null },
    reason: 'The payer gets it back.',
    by,
    decidedBy,
  });
}

export const refundsOf = (db: Database, booking: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'amount_kobo', 'day', 'reverses'])
    .where('booking_id', '=', booking)
    .orderBy('id')
    .execute();
