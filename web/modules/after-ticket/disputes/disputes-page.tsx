import { Link } from 'react-router';
import { readBooking } from '#contract/bookings.ts';
import { shownPlate } from '#contract/identities.ts';
import {
  countDisputes,
  type Dispute,
  disputeNumber,
  disputeRegister,
  disputeStates,
  grounds,
  readDispute,
} from '#contract/modules/after-ticket/disputes.ts';
import { nounsOf } from '#contract/records.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { dateOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { type ListFilters, sentFilters } from '#web/lists/list-address.ts';
import { openingState } from '#web/lists/use-address.ts';
import { DisputeItem } from '#web/modules/after-ticket/disputes/dispute-item.tsx';
import { OfficerName } from '#web/records/officer-name.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { DetailBody } from '#web/ui/dialog/detail.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

const ticketPart = lazyPart(() => import('./ticket-of-dispute.tsx'));

const dueOf = ({ state, answerDue, answeredAt }: Dispute): string =>
  answeredAt === null
    ? state === 'open' || state === 'late'
      ? `Answer by ${answerDue}`
      : '–'
    : `Answered ${dateOf(answeredAt)}`;

const disputes: RegisterScreen<typeof disputeRegister> = {
  of: disputeRegister,
  title: 'Objections',
  nouns: nounsOf('dispute'),
  first: 'open',
  ticketOf: ({ id, plate }) => ({ id, plate }),
  columns: [
    {
      key: 'ground',
      header: 'Ground',
      cell: ({ ground, words }) => <TwoLine second={words}>{grounds[ground]}</TwoLine>,
    },
    { key: 'zone', header: 'Zone', cell: ({ zone }) => zone },
    { key: 'officer', header: 'Issued by', cell: ({ officer }) => officer.name },
    {
      key: 'state',
      header: 'Status',
      cell: (row) => <TwoLine second={dueOf(row)}>{disputeStates[row.state]}</TwoLine>,
    },
  ],
  card: (row) => ({
    when: dueOf(row),
    name: grounds[row.ground],
    detail: `${row.officer.name}, ${row.zone}`,
    reference: disputeStates[row.state],
  }),
  nameOf: ({ plate, ground }) => `${grounds[ground]}, ${shownPlate(plate)}`,
  empty: {
    icon: <IconCircleCheck size={30} stroke={1.5} />,
    words: 'There are no objections with this status.',
  },
};

/** What became of the disputes that the filters choose. */
function Figures({ filters }: { filters: ListFilters<typeof disputeRegister.narrowing> }) {
  const query = sentFilters(filters);
  const { data } = useLoaded(JSON.stringify(query), (signal) =>
    dataOf(countDisputes, { query, signal }),
  );
  if (!data) return null;
  const { states: of, tickets, medianDays } = data;
  const all = Object.values(of).reduce((sum, one) => sum + one, 0);
  const answered = of.upheld + of.rejected;
  const parts = [
    plural(all, 'objection'),
    ...(tickets === null || tickets === 0 ? [] : [`${perThousand(all, tickets)} in 1,000 tickets`]),
    ...(answered === 0 ? [] : [`${Math.round((of.upheld / answered) * 100)} % of answers upheld`]),
    ...(medianDays === null ? [] : [`half answered within ${medianDays} days`]),
  ];
  return <p className="small quiet">{parts.join(', ')}.</p>;
}

const perThousand = (part: number, of: number): string => ((part / of) * 1_000).toFixed(1);

/** What booked people say against their tickets, and what was answered. */
export default function DisputesPage() {
  return (
    <RegisterPage screen={disputes}>
      {({ address: { open, filters }, close }, { reload }) => (
        <>
          <Figures filters={filters} />
          {open !== '' && <OpenDispute key={open} id={open} onClose={close} onChanged={reload} />}
        </>
      )}
    </RegisterPage>
  );
}

DisputesPage.help =
  'This page lists the objections that drivers have made to their tickets. Open an objection, read it beside its ticket, and answer with a reason. Only people with the duty to answer objections can answer. Two state admins assign that duty, but not to zonal heads or the officer who issued the ticket.';

interface OpenDisputeProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** An objection beside its ticket. */
function OpenDispute({ id, onClose, onChanged }: OpenDisputeProps) {
  const dispute = useLoaded(id, (signal) => dataOf(readDispute, { params: { id }, signal }));
  const ticket = useLoaded(id, (signal) => dataOf(readBooking, { params: { id }, signal }));
  const found = dispute.data;
  const parts = ticketPart.use(true);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={found ? `Objection to ${shownPlate(found.plate) || disputeNumber(id)}` : 'Objection'}
      size="md"
      flush
    >
      <DetailBody facts={ticket.data && parts && <parts.FactsOfTicket ticket={ticket.data} />}>
        {dispute.failure !== null && (
          <ListFailure message={dispute.failure} onRetry={dispute.reload} />
        )}
        {found && (
          <div className="column gap-5">
            <p>
              Issued by <OfficerName officer={found.officer} />, {found.zone}.{' '}
              <Link to={recordAddress('booking', id)} state={openingState}>
                Open the ticket
              </Link>
            </p>
            <DisputeItem
              found={found}
              onChanged={() => {
                dispute.reload();
                // An answer may withdraw the ticket.
                ticket.reload();
                onChanged();
              }}
            >
              {ticket.failure !== null && (
                <ListFailure message={ticket.failure} onRetry={ticket.reload} />
              )}
              {ticket.data && parts && <parts.TicketOfDispute ticket={ticket.data} />}
            </DisputeItem>
          </div>
        )}
      </DetailBody>
    </Dialog>
  );
}
