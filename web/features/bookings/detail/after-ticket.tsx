import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { disputeRegister } from '#contract/disputes.ts';
import { obligationRegister } from '#contract/obligations.ts';
import { powerLine, readRulesOfTicket } from '#contract/ticket-rules.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useToday } from '#web/format/use-today.ts';
import { DisputeItem } from '#web/records/disputes/dispute-item.tsx';
import { ObligationItem } from '#web/records/obligations/obligation-item.tsx';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { dueWords } from '../due-words.ts';
import { TicketHolds } from '../holds/ticket-holds.tsx';

/** What follows a ticket besides its payment: its due day, the law it rests on, and its obligations. */
export function AfterTicket({ booking }: { booking: Booking }) {
  const { _id: id, withdrawal, decision } = booking;
  const ended = `${withdrawal !== null} ${decision?.at ?? ''}`;
  const today = useToday();
  const mayFollow = useMay('see reports');
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
        <p className="small quiet">It rests on {powerLine(rules.data.powers.ticket)}.</p>
      )}
      {dispute && <DisputeItem found={dispute} onChanged={disputes.reload} />}
      <ul className="ruled">
        {obligations.map((obligation) => (
          <ObligationItem key={obligation.id} obligation={obligation} onChanged={reload} />
        ))}
      </ul>
      {seesHolds && <TicketHolds id={id} />}
      {mayFollow && (
        <Link to="/after" className="block above">
          All that follows tickets
        </Link>
      )}
    </section>
  );
}
