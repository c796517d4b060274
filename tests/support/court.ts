import { ulid } from 'ulid';
import type { Organisation } from '#contract/places.ts';
import { makeAccount } from './factories.ts';
import { dayFromNow } from './fees.ts';
import { aProposal } from './proposals.ts';
import type { TestApp } from './test-app.ts';

interface InBatch {
  booking: string;
  by: string;
  /** Without it, the batch is a draft. */
  locked?: true;
  /** Noted for so many days from now. */
  hearing?: number;
}

/** Puts a booking into a batch of its own, however due it is; answers the batch's id. */
export async function inBatch(
  { owner }: Pick<TestApp, 'owner'>,
  { booking, by, locked, hearing }: InBatch,
): Promise<string> {
  const id = ulid();
  const { organisation, zone, demo } = await owner
    .selectFrom('bookings')
    .select(['organisation', 'zone', 'demo'])
    .where('id', '=', booking)
    .executeTakeFirstOrThrow();
  const batch = { id, organisation, demo, court: 'Mobile Court', made_by: by };
  await owner.insertInto('court_batches').values(batch).execute();
  const heard = { hearing_day: dayFromNow(hearing ?? 0), hearing_place: 'Room 2', suit: 'KD/7' };
  await owner
    .insertInto('court_cases')
    .values({
      booking_id: booking,
      batch_id: id,
      place: 1,
      organisation,
      zone,
      demo,
      ...(hearing !== undefined && heard),
    })
    .execute();
  if (locked)
    await owner
      .updateTable('court_batches')
      .set({ locked_by: by, locked_at: new Date() })
      .where('id', '=', id)
      .execute();
  return id;
}

/** Dismisses the one charge of a referred ticket, as two people noted it. */
export async function dismissed(
  app: TestApp,
  booking: string,
  place: { organisation?: Organisation; zone: string } = { zone: 'Zaria' },
): Promise<void> {
  const admin = async () => (await makeAccount(app.db, 'state admin')).id;
  await aProposal(app, {
    kind: 'court decision',
    ...place,
    subject: booking,
    body: {
      charges: [{ line: 1, outcome: 'dismissed', kobo: null }],
      day: dayFromNow(0),
      paidWhere: '',
      courtReceipt: '',
      paper: null,
      putsRight: false,
    },
    reason: '',
    by: await admin(),
    decidedBy: await admin(),
  });
}
