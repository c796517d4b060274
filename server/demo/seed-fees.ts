import type { Transaction } from 'kysely';
import type { DB } from '#server/db/tables.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import { dayMs, dayOf } from '#server/time.ts';
import { confirmAt, noteAt, proposeAt, type Staff } from './proposals.ts';

const organisation = 'Kaduna';

interface NewFee {
  /** The id of the offence. */
  readonly id: string;
  /** In naira, beyond what it costs by the catalogue. */
  readonly more: number;
  /** It applies so many days later. */
  readonly days: number;
  readonly reason: string;
}

/** Answers what the trail says of it, with the id of the proposal. */
async function noteFee(
  trx: Transaction<DB>,
  at: Date,
  by: Staff,
  { id: of, more, days, reason }: NewFee,
) {
  const offence = offenceById(of);
  if (!offence) throw new Error('The catalogue lacks the offence whose fee the demo changes.');
  const from = dayOf(new Date(at.getTime() + days * dayMs));
  const amount = offence.amount + more;
  const proposal = await proposeAt(trx, at, by, {
    kind: 'fee',
    organisation,
    subject: `${of} ${from}`,
    body: { offence: of, from, kobo: amount * 100 },
    reason,
  });
  const said = { record: 'offence', id: `${organisation} ${of}`, before: null } as const;
  const after = { proposal, amount, from, reason };
  await noteAt(trx, at, by, { ...said, event: 'fee.proposed', after });
  return { ...said, after };
}

/** A fee that waits for a second person. */
export async function proposeFee(trx: Transaction<DB>, at: Date, by: Staff): Promise<void> {
  const reason = 'Gazette No. 41: obstruction near markets costs more.';
  await noteFee(trx, at, by, { id: 'TMS-02', more: 500, days: 60, reason });
}

/** A fee that one state admin proposed and the other confirmed. */
export async function setFee(
  trx: Transaction<DB>,
  [proposed, confirmed]: readonly [Date, Date],
  [first, second]: readonly [Staff, Staff],
): Promise<void> {
  const reason = 'Gazette No. 40: using a phone while driving costs more.';
  const said = await noteFee(trx, proposed, first, { id: 'LGC-19', more: 2_500, days: 30, reason });
  await confirmAt(trx, confirmed, second, said.after.proposal);
  await noteAt(trx, confirmed, second, { ...said, event: 'fee.set' });
}
