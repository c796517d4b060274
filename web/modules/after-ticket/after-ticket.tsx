import type { Booking } from '#contract/bookings.ts';
import { disputeRegister } from '#contract/modules/after-ticket/disputes.ts';
import { obligationRegister } from '#contract/modules/after-ticket/obligations.ts';
import { powerLine, readRulesOfTicket } from '#contract/modules/after-ticket/ticket-rules.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useToday } from '#web/format/use-today.ts';
import { DisputeItem } from '#web/modules/after-ticket/disputes/dispute-item.tsx';
import { ObligationItem } from '#web/modules/after-ticket/obligations/obligation-item.tsx';
import { dueWords } from '#web/records/due-words.ts';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { TicketHolds } from './holds/ticket-holds.tsx';

/** What follows a ticket besides its payment: its due day, the law it rests on, and its obligations. */
export function AfterTicket({ booking }: { booking: Booking }) {
  const { _id: id, withdrawal, decision } = booking;
  const ended = `${withdrawal !== null} ${decision?.at ?? ''}`;
  const today = useToday();
  const seesHolds = useMay('see history');
  const rules = useLoaded(id, (signal) => dataOf(readRulesOfTicket, { params: { id }, signal }));
  const { data, reload } = useLoaded(`${id} ${ended}`, (signal) =>
    call(obligationRegister.list, { query: { booking: id, limit: 100 }, signal }),
  );
  const maySeeDispute = useMay('see disputes');
  const disputes = useLoaded(`${id} ${ended}`, async (signal) =>
    maySeeDispute
      ? (await call(disputeRegister.list, { query: { booking: id }, signal })).data
      : [],
  );
  const [dispute] = disputes.data ?? [];
  const obligations = data?.data.toSorted((one, other) => one.place - other.place) ?? [];
  const due = dueWords(booking, today);
  if (due === '' && obligations.length === 0 && !dispute && !seesHolds) return null;
  return (
    <section aria-label="After the ticket">
      <DetailHeading>After the ticket</DetailHeading>
      {due !== '' && <p>{due}</p>}
      {rules.data && (
        <p className="small quiet">
          The legal basis of this ticket is {powerLine(rules.data.powers.ticket)}.
        </p>
      )}
      {dispute && <DisputeItem found={dispute} onChanged={disputes.reload} />}
      <ul className="ruled">
        {obligations.map((obligation) => (
          <ObligationItem key={obligation.id} obligation={obligation} onChanged={reload} />
        ))}
      </ul>
      {seesHolds && <TicketHolds id={id} />}
    </section>
  );
}
