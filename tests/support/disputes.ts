import { sql } from 'kysely';
import { decideUpholding, proposeUpholding } from '#contract/modules/after-ticket/disputes.ts';
import { dayFromNow } from './fees.ts';
import type { Person } from './people.ts';
import type { TestApp } from './test-app.ts';

interface Disputes {
  booking: string;
  words?: string;
  /** The answer is due in so many days from now. */
  days?: number;
}

/** A dispute that waits, as the public page would have left it, but without the trail. */
export async function aDispute(
  { owner }: Pick<TestApp, 'owner'>,
  { booking, words = 'I was not there.', days = 10 }: Disputes,
): Promise<void> {
  const { organisation, zone, demo, due_day } = await owner
    .selectFrom('bookings')
    .select(['organisation', 'zone', 'demo'])
    .select(sql<string | null>`due_day`.as('due_day'))
    .where('id', '=', booking)
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('disputes')
    .values({
      booking_id: booking,
      organisation,
      zone,
      demo,
      due_day,
      words,
      ground: 'not me',
      answer_due: dayFromNow(days),
    })
    .execute();
  await owner.updateTable('bookings').set({ due_day: null }).where('id', '=', booking).execute();
}

/** Upholds a dispute: one proposes the answer, the other confirms it. */
export async function uphold(
  id: string,
  { by, second, answer = 'The plate was cloned.' }: { by: Person; second: Person; answer?: string },
): Promise<void> {
  await by.ok(proposeUpholding, { params: { id }, body: { answer } });
  await second.ok(decideUpholding, { params: { id }, body: { agrees: true } });
}

/** Sends a form of a ticket's public page as a browser does, with its second proof. */
export function sendForm(
  { url }: Pick<TestApp, 'url'>,
  address: string,
  fields: Readonly<Record<string, string>>,
  pictures: readonly Blob[] = [],
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const picture of pictures) form.append('pictures', picture, 'picture.jpg');
  return fetch(`${url}/t/${address}`, { method: 'POST', body: form });
}
