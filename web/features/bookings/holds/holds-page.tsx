import { Navigate } from 'react-router';
import { z } from 'zod';
import { exportHolds, type Hold, holdNarrowing, holdStates, listHolds } from '#contract/holds.ts';
import { nounsOf } from '#contract/records.ts';
import { call, callFile } from '#web/api/call.ts';
import { dateOf } from '#web/format/time.ts';
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
import { useAddress } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { IconScale } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

type Narrowing = typeof holdNarrowing;
const states = ['in force', 'over'] as const;
type State = (typeof states)[number];
interface HoldQuery extends ListFilters<Narrowing> {
  state: State;
}

const columns: Column<Hold>[] = [
  { key: 'ticket', header: 'Ticket', width: 140, cell: ({ plate }) => plate },
  {
    key: 'for',
    header: 'Held for',
    cell: ({ forWhom, reason }) => <TwoLine second={reason}>{forWhom}</TwoLine>,
  },
  { key: 'zone', header: 'Zone', cell: ({ zone }) => zone },
  {
    key: 'until',
    header: 'Until',
    width: 140,
    cell: ({ until, state }) => <TwoLine second={holdStates[state]}>{until ?? '–'}</TwoLine>,
  },
  {
    key: 'set',
    header: 'Set',
    cell: ({ by, at }) => <TwoLine second={dateOf(at)}>{by.name}</TwoLine>,
  },
];

const listIn = (state: State): RecordListOf<Hold, HoldQuery, 'at', Narrowing> => ({
  title: 'Holds',
  nouns: nounsOf('hold'),
  narrowing: holdNarrowing,
  sorts: { at: 'Newest first' },
  columns,
  renderCard: (row, onOpen) => (
    <ListCard
      when={dateOf(row.at)}
      name={row.forWhom}
      detail={`${row.zone}: ${row.reason}`}
      mark={row.plate}
      reference={
        row.state === 'in force' && row.until !== null
          ? `Until ${row.until}`
          : holdStates[row.state]
      }
      onOpen={onOpen}
      openName={`hold of ${row.plate}`}
    />
  ),
  nameOf: ({ plate }) => `hold of ${plate}`,
  asks: (filters) => ({ ...sentFilters(filters), state }),
  useRows: useHolds,
  useFilters: useHoldFilters,
  mayExport: 'export lists',
  fetchFile: (query) => callFile(exportHolds, { query }),
  empty: {
    heading: 'No items found',
    icon: <IconScale size={30} stroke={1.5} />,
    words: 'No ticket is held in this state. A hold is set at its ticket.',
  },
});

const useHolds = () =>
  useOwnRows((query: HoldQuery & Paged, signal) => call(listHolds, { query, signal }));

const useHoldFilters = (steps: FilterSteps<Narrowing>) =>
  shownFilters([daysFilter(steps), ...usePlaceFilters(steps)]);

const addressSchema = z.object({ state: z.enum(states).catch('in force') });

/** Tickets that are kept from erasure, or were; each leads to its ticket. */
export default function HoldsPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const tabs = (
    <LinkTabs
      label="State"
      shown={address.state}
      searchOf={(key) => searchWith({ state: key === 'in force' ? '' : key, page: '' })}
      tabs={[
        { key: 'in force', label: 'In force' },
        { key: 'over', label: 'Over' },
      ]}
    />
  );
  return (
    <RecordList of={listIn(address.state)} tabs={tabs}>
      {({ address: { open } }, { rows }) => {
        const hold = rows.find(({ id }) => id === open);
        return hold && <Navigate replace to={recordAddress('booking', hold.booking)} />;
      }}
    </RecordList>
  );
}
