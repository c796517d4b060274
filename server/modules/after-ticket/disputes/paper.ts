import {
  type Dispute,
  disputeNumber,
  disputeStates,
  type Ground,
  grounds,
} from '#contract/modules/after-ticket/disputes.ts';
import { isUnpaid } from '#contract/owed.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { bookingNow } from '#server/features/bookings/queries.ts';
import { languagesOf } from '#server/features/languages/queries.ts';
import { whoseWork } from '#server/http/attempts.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import { notFound, type Outcome } from '#server/http/refusal.ts';
import {
  factsTable,
  letterheadOf,
  reportPdf,
} from '#server/modules/after-ticket/papers/commands.ts';
import { publicTicketOf } from '#server/modules/after-ticket/papers/queries.ts';
import { naira } from '#server/money.ts';
import { bookingReference } from '#server/references.ts';
import { zonedMomentOf } from '#server/time.ts';
import { disputeOf } from './queries.ts';

/**
 * The dispute of a ticket as PDF, with its answer once there is one; null for a ticket without one. The
 * caller has looked at who may read it. Throws `TooBusy` when too many wait.
 */
export async function disputePdf(
  deps: Pick<Deps, 'db' | 'store' | 'config'>,
  id: string,
  whom: string,
  language?: string,
): Promise<Buffer | null> {
  const { db, config } = deps;
  const said = await disputeOf(db, id);
  if (!said) return null;
  const booking = await bookingNow(db, id);
  const say = await (await languagesOf(db, booking)).say(language ?? booking.language);
  const { authority, logo } = await letterheadOf(deps, booking);
  const { code } = await publicTicketOf(db, id);
  const number = disputeNumber(id);
  const due = isUnpaid(booking) ? booking.dueDay : null;
  const tables = [
    factsTable(say('Objection'), [
      [say('Number'), number],
      [say('Ticket'), bookingReference(id)],
      [say('Plate'), booking.registration || booking.license],
      [say('Offences'), booking.offence.map((one) => `${one.id} ${one.name}`).join('; ')],
      [say('Amount'), naira(booking.price)],
      [say('Issued'), zonedMomentOf(booking.captured?.madeAt ?? booking.createdAt)],
      [say('Place'), [booking.location, booking.zone].filter(Boolean).join(', ')],
      [say('Received'), zonedMomentOf(said.received_at)],
      [say('Ground'), say(grounds[said.ground as Ground])],
      [say('In your words'), said.words],
      [say('Files'), said.files.map(({ name }) => name || say('A file')).join('; ')],
    ]),
    said.answered_at === null
      ? factsTable(say('What happens next'), [
          [say('Status'), say(disputeStates[said.state])],
          [say('Answer by'), isUnpaid(booking) ? said.answer_due : ''],
          [
            say('Due'),
            isUnpaid(booking) ? say('Nothing, until you have the answer') : say('Nothing'),
          ],
        ])
      : factsTable(say('Answer'), [
          [say('Outcome'), say(disputeStates[said.state])],
          [say('Answered'), zonedMomentOf(said.answered_at)],
          [say('In the authority’s words'), said.answer ?? ''],
          [
            say('Due'),
            due === null
              ? say('Nothing')
              : say('{what}, by {day}', { what: naira(booking.price), day: due }),
          ],
          [say('If you do not pay'), due === null ? '' : say('A court will hear the case')],
        ]),
  ];
  return reportPdf(
    {
      report: {
        number,
        place: booking.zone,
        days: null,
        madeBy: say('the ticket’s page'),
        asAt: new Date().toISOString(),
        tables,
        checks: [],
        notes: [],
      },
      isUnsigned: true,
      closed: '',
      title:
        said.answered_at === null ? say('Objection to a ticket') : say('Answer to an objection'),
      authority,
      logo,
      about: say('Ticket {reference}. Scan the code to see its status.', {
        reference: bookingReference(id),
      }),
      address: `${config.publicUrl}/t/${code}`,
    },
    whom,
  );
}

/** The paper that the booked person is given, or sent: the objection, and its answer. */
export async function printDisputeOf(
  deps: Pick<Deps, 'db' | 'store' | 'config'>,
  actor: Actor,
  caller: Caller,
  { id }: Dispute,
): Promise<Outcome<Download<'application/pdf'>>> {
  const content = await disputePdf(deps, id, whoseWork(caller, actor.address));
  if (content === null) return notFound('objection');
  const number = disputeNumber(id);
  await deps.db.transaction().execute((trx) =>
    writeAudit(trx, actor, {
      event: 'booking.dispute-printed',
      record: 'booking',
      id,
      before: null,
      after: { number },
    }),
  );
  return { type: 'application/pdf', name: `objection-${number}.pdf`, content };
}
