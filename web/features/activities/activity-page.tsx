import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { eventWords } from '#contract/events.ts';
import { periods } from '#contract/periods.ts';
import { records } from '#contract/records.ts';
import {
  exportTrail,
  listTrail,
  trailNarrowing,
  trailRecords,
  type TrailRow,
} from '#contract/trail.ts';
import { call, callFile } from '#web/api/call.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { capitalised, joined } from '#web/format/words.ts';
import { useOwnRows } from '#web/lists/own-rows.ts';
import { PersonFilter } from '#web/lists/person-filter.tsx';
import {
  daysFilter,
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import {
  type ListRequest,
  type Paged,
  RecordList,
  type RecordListOf,
} from '#web/lists/record-list.tsx';
import { openingState } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { toastInfo } from '#web/ui/feedback/toast.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import { IconHistory } from '#web/ui/icons.ts';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

type Narrowing = typeof trailNarrowing;
type Query = Omit<ListRequest<'-at', Narrowing>, 'search' | 'sort'>;

const words: Readonly<Record<string, string>> = eventWords;
const wordsOf = ({ event }: Pick<TrailRow, 'event'>): string => words[event] ?? event;
const makerOf = ({ by }: TrailRow): string => by?.name ?? 'Hanya';
/** Longer ones are more than the trail is read for. */
const shortPeriods = periods.filter((period) => period !== 'year');

const activity: RecordListOf<TrailRow, Query, '-at', Narrowing> = {
  title: 'Activity',
  nouns: ['activity', 'activities'],
  narrowing: trailNarrowing,
  sorts: { '-at': 'Newest first' },
  columns: [
    {
      key: 'at',
      header: 'Date',
      width: 110,
      cell: ({ at }) => <TwoLine second={clockOf(at)}>{dateOf(at)}</TwoLine>,
    },
    { key: 'event', header: 'Activity', cell: (row) => <b>{wordsOf(row)}</b> },
    {
      key: 'by',
      header: 'By',
      cell: (row) => <TwoLine second={row.by?.role}>{makerOf(row)}</TwoLine>,
    },
    {
      key: 'about',
      header: 'About',
      cell: ({ about, record }) => (
        <TwoLine second={capitalised(record.type)}>{about || record.id}</TwoLine>
      ),
    },
  ],
  renderCard: (row, onOpen) => (
    <ListCard
      when={momentOf(row.at)}
      name={wordsOf(row)}
      detail={joined([makerOf(row), row.by?.role ?? '']) ?? undefined}
      reference={row.about || row.record.id}
      onOpen={onOpen}
      openName={nameOf(row)}
    />
  ),
  nameOf,
  asks: ({ search: _search, sort: _sort, ...narrowed }) => narrowed,
  useRows: () => useOwnRows((query: Query & Paged, signal) => call(listTrail, { query, signal })),
  useFilters: useTrailFilters,
  mayExport: 'see history',
  fetchFile: (query) => callFile(exportTrail, { query }),
  empty: {
    heading: 'No items found',
    icon: <IconHistory size={30} stroke={1.5} />,
    words: 'Nothing was done on these days. Without a date, the last 31 days are shown.',
  },
};

function nameOf(row: TrailRow): string {
  return `${wordsOf(row)}, ${momentOf(row.at)}`;
}

function useTrailFilters(steps: FilterSteps<Narrowing>) {
  const { filters, filter } = steps;
  const { person, event, record, organisation } = filters;
  return shownFilters([
    daysFilter(steps, undefined, shortPeriods),
    ...usePlaceFilters(steps),
    {
      key: 'person',
      label: 'Person',
      value: person === undefined ? null : 'One person',
      onRemove: () => filter({ person: undefined }),
      render: (done) => (
        <PersonFilter
          label="Person"
          organisation={organisation}
          value={person}
          onChoose={(id) => {
            filter({ person: id });
            done();
          }}
        />
      ),
    },
    {
      key: 'event',
      label: 'Kind',
      value: event === undefined ? null : wordsOf({ event }),
      onRemove: () => filter({ event: undefined }),
      render: (done) => (
        <SearchFilter
          label="Kind of activity"
          find={(query) =>
            Object.entries(eventWords)
              .filter(([, label]) => label.toLowerCase().includes(query.toLowerCase()))
              .map(([value, label]) => ({ value, label }))
          }
          value={event}
          onChoose={(chosen) => {
            filter({ event: trailNarrowing.event.parse(chosen) });
            done();
          }}
        />
      ),
    },
    {
      key: 'record',
      label: 'Record',
      value: record === undefined ? null : capitalised(record),
      onRemove: () => filter({ record: undefined }),
      render: (done) => (
        <ChoiceFilter
          label="Kind of record"
          choices={trailRecords.map((value) => ({ value, label: capitalised(value) }))}
          value={record}
          onChoose={(chosen) => {
            filter({ record: trailNarrowing.record.parse(chosen) });
            done();
          }}
        />
      ),
    },
  ]);
}

/** What was done, by whom and when, over the audit trail. */
export default function ActivityPage() {
  return (
    <RecordList of={activity}>
      {({ address: { open }, close }, { rows }) =>
        open !== '' && (
          <OpenedRecord key={open} row={rows.find(({ id }) => id === open)} onClose={close} />
        )
      }
    </RecordList>
  );
}

interface OpenedRecordProps {
  row: TrailRow | undefined;
  onClose: () => void;
}

/** Leads to the record of a row, over its own list; some have none. */
function OpenedRecord({ row, onClose }: OpenedRecordProps) {
  const navigate = useNavigate();
  const lead = useEffectEvent(() => {
    const to = row && addressOf(row);
    if (to !== undefined) void navigate(to, { replace: true, state: openingState });
    else {
      toastInfo('This has no page of its own: all that is known of it stands in its row.');
      onClose();
    }
  });
  useEffect(() => lead(), []);
  return null;
}

function addressOf({ record: { type, id } }: TrailRow): string | undefined {
  const kind = trailRecords.find((known) => known === type);
  if (kind === 'offence') {
    const query = { organisation: id.slice(0, -7), open: id.slice(-6) };
    return `/fees?${new URLSearchParams(query).toString()}`;
  }
  return kind && kind in records ? recordAddress(kind, id) : undefined;
}
