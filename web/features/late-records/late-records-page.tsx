import type { ReactNode } from 'react';
import { z } from 'zod';
import { listLateRecords } from '#contract/late-records.ts';
import type { LateRecord } from '#contract/late-records.ts';
import { placeFilters } from '#contract/list-filters.ts';
import type { Organisation } from '#contract/places.ts';
import { call } from '#web/api/call.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useOwnRows } from '#web/lists/own-rows.ts';
import {
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import { type Paged, RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { useAddress } from '#web/lists/use-address.ts';
import { IconClockCheck } from '#web/ui/icons.ts';
import { LateRecordCard, lateRecordColumns } from './late-record-columns.tsx';
import { LateRecordDetail } from './late-record-detail.tsx';
import { lateRecordName } from './late-record-words.ts';
import { OfficersTab } from './officers-tab.tsx';
import { TakenOutTab } from './taken-out-tab.tsx';

/** Milliseconds between two readings: others decide meanwhile. */
const every = 30_000;

const shows = ['waiting', 'decided', 'officers', 'taken-out'] as const;
type Shown = (typeof shows)[number];

const labels: Record<Shown, string> = {
  waiting: 'Waiting',
  decided: 'Decided',
  officers: 'By officer',
  'taken-out': 'Taken out',
};

const addressSchema = z.object({ show: z.enum(shows).catch('waiting') });

/**
 * Records that were long on their way from a phone: those that wait to be let in, by officer, and
 * those that never came.
 */
export default function LateRecordsPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const { show } = address;
  const tabs = (
    <LinkTabs
      label="Late records"
      shown={show}
      searchOf={(key) => searchWith({ show: key === 'waiting' ? '' : key, page: '', open: '' })}
      tabs={shows.map((key) => ({ key, label: labels[key] }))}
    />
  );
  if (show === 'officers') return <OfficersTab tabs={tabs} />;
  if (show === 'taken-out') return <TakenOutTab tabs={tabs} />;
  return <Decisions state={show} tabs={tabs} />;
}

type State = 'waiting' | 'decided';

interface LateQuery {
  state: State;
  organisation: Organisation | undefined;
  zone: string | undefined;
}

const lateRecordsIn = (
  state: State,
): RecordListOf<LateRecord, LateQuery, '-askedAt', typeof placeFilters> => ({
  title: 'Late Records',
  nouns: ['record', 'records'],
  narrowing: placeFilters,
  sorts: { '-askedAt': 'Newest first' },
  columns: lateRecordColumns,
  renderCard: (row, onOpen) => <LateRecordCard row={row} onOpen={onOpen} />,
  nameOf: lateRecordName,
  asks: ({ organisation, zone }) => ({ state, organisation, zone }),
  useRows: useLateRecords,
  useFilters: usePlaceOnly,
  empty: {
    heading: 'No items found',
    icon: <IconClockCheck size={30} stroke={1.5} />,
    words:
      state === 'waiting'
        ? 'No record waits to be let in.'
        : 'Nobody has decided about a late record yet.',
  },
});

function useLateRecords() {
  const rows = useOwnRows((query: LateQuery & Paged, signal) =>
    call(listLateRecords, { query, signal }),
  );
  return { ...rows, every };
}

const usePlaceOnly = (steps: FilterSteps<typeof placeFilters>) =>
  shownFilters(usePlaceFilters(steps));

function Decisions({ state, tabs }: { state: State; tabs: ReactNode }) {
  return (
    <RecordList
      of={lateRecordsIn(state)}
      detail={
        state === 'waiting'
          ? 'They came too long after they were made: let each in, or refuse it.'
          : 'What was decided about records that came too late, and by whom.'
      }
      tabs={tabs}
    >
      {(steps, list) => (
        <LateRecordDetail
          id={steps.address.open}
          onClose={steps.close}
          onChanged={() => list.reload()}
        />
      )}
    </RecordList>
  );
}
