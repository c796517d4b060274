import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { eventWords } from '#contract/events.ts';
import { periods } from '#contract/periods.ts';
import { records } from '#contract/records.ts';
import { trailRecords, trailRegister, type TrailRow } from '#contract/trail.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { capitalised, joined } from '#web/format/words.ts';
import { PersonFilter } from '#web/lists/person-filter.tsx';
import {
  daysFilter,
  type FilterSteps,
  type OfferedFilter,
} from '#web/lists/place-and-day-filters.tsx';
import { openingState } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { toastInfo } from '#web/ui/feedback/toast.tsx';
import { SearchFilter } from '#web/ui/filters/search-filter.tsx';
import { IconHistory } from '#web/ui/icons.ts';
import { TwoLine } from '#web/ui/table/two-line.tsx';

const words: Readonly<Record<string, string>> = eventWords;
const wordsOf = ({ event }: Pick<TrailRow, 'event'>): string => words[event] ?? event;
const makerOf = ({ by }: TrailRow): string => by?.name ?? 'Hanya';
/** Longer ones are more than the trail is read for. */
const shortPeriods = periods.filter((period) => period !== 'year');

const activity: RegisterScreen<typeof trailRegister> = {
  of: trailRegister,
  title: 'Activity',
  nouns: ['activity', 'activities'],
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
  card: (row) => ({
    when: momentOf(row.at),
    name: wordsOf(row),
    detail: joined([makerOf(row), row.by?.role ?? '']) ?? undefined,
    reference: row.about || row.record.id,
  }),
  nameOf,
  useMoreFilters: useTrailFilters,
  empty: {
    icon: <IconHistory size={30} stroke={1.5} />,
    words:
      'There was no activity on these days. If you do not select a date, this page shows the last 31 days.',
  },
};

function nameOf(row: TrailRow): string {
  return `${wordsOf(row)}, ${momentOf(row.at)}`;
}

function useTrailFilters(steps: FilterSteps<typeof trailRegister.narrowing>): OfferedFilter[] {
  const { filters, filter } = steps;
  const { person, event, organisation } = filters;
  return [
    daysFilter(steps, undefined, shortPeriods),
    {
      key: 'person',
      label: 'Person',
      value: person === undefined ? null : 'Selected person',
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
            filter({ event: trailRegister.narrowing.event.parse(chosen) });
            done();
          }}
        />
      ),
    },
  ];
}

/** What was done, by whom and when, over the audit trail. */
export default function ActivityPage() {
  return (
    <RegisterPage screen={activity}>
      {({ address: { open }, close }, { rows }) =>
        open !== '' && (
          <OpenedRecord key={open} row={rows.find(({ id }) => id === open)} onClose={close} />
        )
      }
    </RegisterPage>
  );
}

ActivityPage.help =
  'This page shows who did what, and when. Select a day, a person or a kind of activity. You can export the list. If you see something wrong, tell a state admin.';

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
      toastInfo('This activity has no page of its own. The row in the list shows all the details.');
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
