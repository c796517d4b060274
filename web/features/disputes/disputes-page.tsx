import { Link } from 'react-router';
import { z } from 'zod';
import {
  countDisputes,
  type Dispute,
  disputeNarrowing,
  type DisputeState,
  disputeStates,
  exportDisputes,
  grounds,
  listDisputes,
  readDispute,
} from '#contract/disputes.ts';
import { nounsOf } from '#contract/records.ts';
import { call, callFile, dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { dateOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { type ListFilters, sentFilters } from '#web/lists/filters.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useOwnRows } from '#web/lists/own-rows.ts';
import {
  daysFilter,
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import { type Paged, RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { openingState, useAddress } from '#web/lists/use-address.ts';
import { DisputeItem } from '#web/records/disputes/dispute-item.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

type Narrowing = typeof disputeNarrowing;
interface DisputeQuery extends ListFilters<Narrowing> {
  state: DisputeState;
}

const states = Object.keys(disputeStates) as [DisputeState, ...DisputeState[]];

const dueOf = ({ state, answerDue, answeredAt }: Dispute): string =>
  answeredAt === null
    ? state === 'open' || state === 'late'
      ? `Answer by ${answerDue}`
      : '–'
    : `Answered ${dateOf(answeredAt)}`;

const columns: Column<Dispute>[] = [
  {
    key: 'ticket',
    header: 'Ticket',
    width: 140,
    cell: ({ id, plate }) => (
      <Link to={recordAddress('booking', id)} state={openingState}>
        {plate || 'Open ticket'}
      </Link>
    ),
  },
  {
    key: 'ground',
    header: 'Ground',
    cell: ({ ground, words }) => <TwoLine second={words}>{grounds[ground]}</TwoLine>,
  },
  { key: 'zone', header: 'Zone', cell: ({ zone }) => zone },
  { key: 'officer', header: 'Issued by', cell: ({ officer }) => officer.name },
  {
    key: 'state',
    header: 'State',
    cell: (row) => <TwoLine second={dueOf(row)}>{disputeStates[row.state]}</TwoLine>,
  },
];

const listIn = (state: DisputeState): RecordListOf<Dispute, DisputeQuery, 'due', Narrowing> => ({
  title: 'Disputes',
  nouns: nounsOf('dispute'),
  narrowing: disputeNarrowing,
  sorts: { due: 'Answer first' },
  columns,
  renderCard: (row, onOpen) => (
    <ListCard
      when={dueOf(row)}
      name={grounds[row.ground]}
      detail={`${row.officer.name}, ${row.zone}`}
      mark={row.plate}
      reference={disputeStates[row.state]}
      onOpen={onOpen}
      openName={`Dispute of ${row.plate}`}
    />
  ),
  nameOf: ({ plate, ground }) => `${grounds[ground]}, ${plate}`,
  asks: (filters) => ({ ...sentFilters(filters), state }),
  useRows: useDisputes,
  useFilters: useDisputeFilters,
  mayExport: 'export lists',
  fetchFile: (query) => callFile(exportDisputes, { query }),
  empty: {
    heading: 'No items found',
    icon: <IconCircleCheck size={30} stroke={1.5} />,
    words: 'No dispute is in this state.',
  },
});

const useDisputes = () =>
  useOwnRows((query: DisputeQuery & Paged, signal) => call(listDisputes, { query, signal }));

function useDisputeFilters(steps: FilterSteps<Narrowing>) {
  const { ground } = steps.filters;
  return shownFilters([
    {
      key: 'ground',
      label: 'Ground',
      value: ground ? grounds[ground] : null,
      onRemove: () => steps.filter({ ground: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Ground"
          choices={Object.entries(grounds).map(([value, label]) => ({ value, label }))}
          value={ground}
          onChoose={(chosen) => {
            steps.filter({ ground: disputeNarrowing.ground.parse(chosen) });
            done();
          }}
        />
      ),
    },
    daysFilter(steps),
    ...usePlaceFilters(steps),
  ]);
}

/** What became of the disputes that the filters choose. */
function Figures({ filters }: { filters: ListFilters<Narrowing> }) {
  const query = sentFilters(filters);
  const { data } = useLoaded(JSON.stringify(query), (signal) =>
    dataOf(countDisputes, { query, signal }),
  );
  if (!data) return null;
  const { states: of, tickets, medianDays } = data;
  const all = Object.values(of).reduce((sum, one) => sum + one, 0);
  const answered = of.upheld + of.rejected;
  const parts = [
    plural(all, 'dispute'),
    ...(tickets === null || tickets === 0 ? [] : [`${perThousand(all, tickets)} in 1,000 tickets`]),
    ...(answered === 0 ? [] : [`${Math.round((of.upheld / answered) * 100)} % of answers upheld`]),
    ...(medianDays === null ? [] : [`half answered within ${medianDays} days`]),
  ];
  return <p className="small quiet">{parts.join(', ')}.</p>;
}

const perThousand = (part: number, of: number): string => ((part / of) * 1_000).toFixed(1);

const addressSchema = z.object({ state: z.enum(states).catch('open') });

/** What booked people say against their tickets, and what was answered. */
export default function DisputesPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const tabs = (
    <LinkTabs
      label="State"
      shown={address.state}
      searchOf={(key) => searchWith({ state: key === 'open' ? '' : key, page: '', open: '' })}
      tabs={states.map((key) => ({ key, label: disputeStates[key] }))}
    />
  );
  return (
    <RecordList of={listIn(address.state)} tabs={tabs}>
      {(steps, list) => (
        <>
          <Figures filters={steps.address.filters} />
          {steps.address.open !== '' && (
            <OpenDispute
              key={steps.address.open}
              id={steps.address.open}
              onClose={steps.close}
              onChanged={() => list.reload()}
            />
          )}
        </>
      )}
    </RecordList>
  );
}

interface OpenDisputeProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

function OpenDispute({ id, onClose, onChanged }: OpenDisputeProps) {
  const { data, failure, reload } = useLoaded(id, (signal) =>
    dataOf(readDispute, { params: { id }, signal }),
  );
  return (
    <Dialog opened onClose={onClose} title={data ? `Dispute of ${data.plate}` : 'Dispute'}>
      {failure !== null && <ListFailure message={failure} onRetry={reload} />}
      {data && (
        <div className="column gap-5">
          <p>
            Issued by {data.officer.name}, {data.zone}.{' '}
            <Link to={recordAddress('booking', id)} state={openingState}>
              Open the ticket
            </Link>
          </p>
          <DisputeItem
            found={data}
            onChanged={() => {
              reload();
              onChanged();
            }}
          />
        </div>
      )}
    </Dialog>
  );
}
