import { Link } from 'react-router';
import { z } from 'zod';
import {
  exportObligations,
  listObligations,
  type Obligation,
  obligationKinds,
  obligationNarrowing,
  obligations,
  obligationStates,
} from '#contract/obligations.ts';
import { nounsOf } from '#contract/records.ts';
import { call, callFile } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import type { ListFilters } from '#web/lists/filters.ts';
import { sentFilters } from '#web/lists/filters.ts';
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
import { ObligationItem, stateWords } from '#web/records/obligations/obligation-item.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import { IconCircleCheck } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { ListFailure } from '#web/ui/table/list-failure.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

type Narrowing = typeof obligationNarrowing;
type State = (typeof obligationStates)[number];
interface ObligationQuery extends ListFilters<Narrowing> {
  state: State;
}

const ticketLink = ({ booking, plate }: Obligation) => (
  <Link to={recordAddress('booking', booking)} state={openingState}>
    {plate || 'Open ticket'}
  </Link>
);

const columns: Column<Obligation>[] = [
  { key: 'ticket', header: 'Ticket', width: 140, cell: ticketLink },
  {
    key: 'kind',
    header: 'Kind',
    cell: ({ kind, words }) => <TwoLine second={words}>{obligations[kind].words}</TwoLine>,
  },
  { key: 'zone', header: 'Zone', cell: ({ zone }) => zone },
  { key: 'due', header: 'Due', width: 120, cell: ({ dueDay }) => dueDay ?? '–' },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, reason }) => <TwoLine second={reason}>{stateWords[state]}</TwoLine>,
  },
];

const listIn = (state: State): RecordListOf<Obligation, ObligationQuery, 'dueDay', Narrowing> => ({
  title: 'Obligations',
  nouns: nounsOf('obligation'),
  narrowing: obligationNarrowing,
  sorts: { dueDay: 'Due first' },
  columns,
  renderCard: (row, onOpen) => (
    <ListCard
      when={row.dueDay === null ? '' : `Due ${row.dueDay}`}
      name={obligations[row.kind].words}
      detail={`${row.words}, ${row.zone}`}
      mark={row.plate}
      reference={stateWords[row.state]}
      onOpen={onOpen}
      openName={`${row.words}, ${row.plate}`}
    />
  ),
  nameOf: ({ words, plate }) => `${words}, ${plate}`,
  asks: (filters) => ({ ...sentFilters(filters), state }),
  useRows: useObligations,
  useFilters: useObligationFilters,
  mayExport: 'export lists',
  fetchFile: (query) => callFile(exportObligations, { query }),
  empty: {
    heading: 'No items found',
    icon: <IconCircleCheck size={30} stroke={1.5} />,
    words: 'No penalty asks for anything in this state.',
  },
});

const useObligations = () =>
  useOwnRows((query: ObligationQuery & Paged, signal) => call(listObligations, { query, signal }));

function useObligationFilters(steps: FilterSteps<Narrowing>) {
  const { kind } = steps.filters;
  return shownFilters([
    {
      key: 'kind',
      label: 'Kind',
      value: kind ? obligations[kind].words : null,
      onRemove: () => steps.filter({ kind: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Kind"
          choices={obligationKinds.map((value) => ({ value, label: obligations[value].words }))}
          value={kind}
          onChoose={(chosen) => {
            steps.filter({ kind: obligationKinds.find((one) => one === chosen) });
            done();
          }}
        />
      ),
    },
    daysFilter(steps),
    ...usePlaceFilters(steps),
  ]);
}

const addressSchema = z.object({ state: z.enum(obligationStates).catch('overdue') });

/** What penalties ask for besides money, by how it stands. */
export default function ObligationsPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const tabs = (
    <LinkTabs
      label="State"
      shown={address.state}
      searchOf={(key) => searchWith({ state: key === 'overdue' ? '' : key, page: '' })}
      tabs={obligationStates.map((key) => ({ key, label: stateWords[key] }))}
    />
  );
  return (
    <RecordList of={listIn(address.state)} tabs={tabs}>
      {(steps, list) =>
        steps.address.open !== '' && (
          <OpenObligation
            key={steps.address.open}
            id={steps.address.open}
            onClose={steps.close}
            onChanged={() => list.reload()}
          />
        )
      }
    </RecordList>
  );
}

interface OpenObligationProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** One obligation with its next step, and the way to its ticket. */
function OpenObligation({ id, onClose, onChanged }: OpenObligationProps) {
  const [booking = ''] = id.split('-');
  const { data, failure, reload } = useLoaded(id, (signal) =>
    call(listObligations, { query: { booking, limit: 100 }, signal }),
  );
  const found = data?.data.find((one) => one.id === id);
  return (
    <Dialog opened onClose={onClose} title={found ? obligations[found.kind].words : 'Obligation'}>
      {failure !== null && <ListFailure message={failure} onRetry={reload} />}
      {data && !found && <Notice kind="soft">This obligation is not open to you.</Notice>}
      {found && (
        <div className="column gap-4">
          <p>
            {found.offence}, {found.zone}. Its ticket: {ticketLink(found)}
          </p>
          <ul>
            <ObligationItem
              obligation={found}
              onChanged={() => {
                reload();
                onChanged();
              }}
            />
          </ul>
        </div>
      )}
    </Dialog>
  );
}
