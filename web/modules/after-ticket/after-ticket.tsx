import type { Booking } from '#contract/bookings.ts';
import { disputeRegister } from '#contract/modules/after-ticket/disputes.ts';
import { powerLine, readRulesOfTicket } from '#contract/modules/after-ticket/ticket-rules.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useToday } from '#web/format/use-today.ts';
import { DisputeItem } from '#web/modules/after-ticket/disputes/dispute-item.tsx';
import { dueWords } from '#web/records/due-words.ts';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';

/** What follows a ticket besides its payment and its penalties: its due day, its law, its dispute. */
export function AfterTicket({ booking }: { booking: Booking }) {
  const { _id: id, withdrawal, decision } = booking;
  const today = useToday();
  const rules = useLoaded(id, (signal) => dataOf(readRulesOfTicket, { params: { id }, signal }));
  const maySeeDispute = useMay('see disputes');
  const ended = `${withdrawal !== null} ${decision?.at ?? ''}`;
  const disputes = useLoaded(`${id} ${ended}`, async (signal) =>
    maySeeDispute
      ? (await call(disputeRegister.list, { query: { booking: id }, signal })).data
      : [],
  );
  const [dispute] = disputes.data ?? [];
  const due = dueWords(booking, today);
  if (due === '' && !dispute) return null;
  return (
    <section className="space-above" aria-label="After the ticket">
      <DetailHeading>After the ticket</DetailHeading>
      {due !== '' && <p>{due}</p>}
      {rules.data && (
        <p className="small quiet">
          The legal basis of this ticket is {powerLine(rules.data.powers.ticket)}.
        </p>
      )}
      {dispute && <DisputeItem found={dispute} onChanged={disputes.reload} />}
    </section>
  );
}
