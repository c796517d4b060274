import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import {
  caseNarrowing,
  type CaseState,
  caseStates,
  type CourtCase,
  draftCases,
  exportCases,
  listCases,
} from '#contract/court.ts';
import { nounsOf } from '#contract/records.ts';
import { call, callFile, dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { naira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { useRun } from '#web/forms/use-run.ts';
import type { ListFilters } from '#web/lists/filters.ts';
import { sentFilters } from '#web/lists/filters.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useOwnRows } from '#web/lists/own-rows.ts';
import {
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import { type Paged, RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { openingState, useAddress } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconScale } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { CaseDetail } from './case-detail.tsx';

type Narrowing = typeof caseNarrowing;
interface CaseQuery extends ListFilters<Narrowing> {
  state: CaseState;
}

const offencesOf = ({ charges }: CourtCase) => charges.map(({ offence }) => offence).join(', ');
const hearingOf = ({ hearing }: CourtCase) =>
  hearing === null ? 'Not told yet' : `${hearing.day}, ${hearing.place}`;

const columns: Column<CourtCase>[] = [
  {
    key: 'ticket',
    header: 'Ticket',
    width: 150,
    cell: (one) => (
      <TwoLine second={one.number || one.zone}>
        <Link to={recordAddress('booking', one.id)} state={openingState}>
          {one.plate || 'Open ticket'}
        </Link>
      </TwoLine>
    ),
  },
  { key: 'offences', header: 'Offences', cell: offencesOf },
  { key: 'amount', header: 'Amount', width: 110, align: 'end', cell: ({ price }) => naira(price) },
  { key: 'due', header: 'Due', width: 110, cell: ({ dueDay }) => dueDay ?? '–' },
  {
    key: 'court',
    header: 'Court and hearing',
    cell: (one) =>
      one.batch === null ? '–' : <TwoLine second={hearingOf(one)}>{one.court}</TwoLine>,
  },
];

const listIn = (state: CaseState): RecordListOf<CourtCase, CaseQuery, 'dueDay', Narrowing> => ({
  title: 'Court Cases',
  nouns: state === 'open' ? ['ticket', 'tickets'] : nounsOf('case'),
  narrowing: caseNarrowing,
  sorts: { dueDay: 'Due first' },
  columns,
  renderCard: (one, onOpen) => (
    <ListCard
      when={one.dueDay === null ? '' : `Due ${one.dueDay}`}
      name={one.plate}
      detail={`${offencesOf(one)}, ${one.zone}`}
      mark={naira(one.price)}
      reference={one.batch === null ? caseStates[one.state] : hearingOf(one)}
      onOpen={onOpen}
      openName={one.plate}
    />
  ),
  nameOf: ({ plate }) => plate,
  asks: (filters) => ({ ...sentFilters(filters), state }),
  useRows: useCases,
  useFilters: usePlaceOnly,
  mayExport: 'export lists',
  fetchFile: (query) => callFile(exportCases, { query }),
  ...(state === 'open' && {
    fetchChosen: (query: { ids: string; format: 'csv' | 'xlsx' }) =>
      callFile(exportCases, { query: { ...query, state } }),
    chosenActions: (ids: readonly string[]) => <ReferButton ids={ids} />,
  }),
  empty: {
    heading: 'No items found',
    icon: <IconScale size={30} stroke={1.5} />,
    words:
      state === 'open'
        ? 'No ticket has been due long enough, by the rules, to be referred.'
        : 'No case is in this state.',
  },
});

const useCases = () =>
  useOwnRows((query: CaseQuery & Paged, signal) => call(listCases, { query, signal }));

const usePlaceOnly = (steps: FilterSteps<Narrowing>) => shownFilters(usePlaceFilters(steps));

/** Puts chosen tickets into a draft of a batch, which a court officer then locks. */
function ReferButton({ ids }: { ids: readonly string[] }) {
  const mayRefer = useMay('refer to court');
  const [opened, setOpened] = useState(false);
  const [court, setCourt] = useState('');
  const { busy, refusal, run } = useRun();
  if (!mayRefer || ids.length === 0) return null;

  async function refer(): Promise<void> {
    const isDrafted = await run(
      () => dataOf(draftCases, { body: { court, bookings: [...ids] } }),
      ({ cases }) => `${plural(cases, 'ticket')} wait in a draft. Lock it to refer them.`,
    );
    if (isDrafted) setOpened(false);
  }

  return (
    <>
      <Button onClick={() => setOpened(true)}>Refer to court</Button>
      {opened && (
        <Dialog
          opened
          onClose={() => setOpened(false)}
          title={`Refer ${plural(ids.length, 'ticket')}`}
        >
          <form
            className="column gap-5"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              if (!busy) void refer();
            }}
          >
            <p>
              They go into a draft first. Nothing is referred before a court officer locks it, and a
              locked batch changes no more.
            </p>
            <RefusalNotice>{refusal}</RefusalNotice>
            <TextField
              label="Court"
              maxLength={120}
              value={court}
              onChange={({ currentTarget }) => setCourt(currentTarget.value)}
            />
            <div>
              <Button type="submit" variant="primary" loading={busy} loadingLabel="Drafting">
                Put into a draft
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}

const addressSchema = z.object({
  state: z.enum(Object.keys(caseStates) as [CaseState, ...CaseState[]]).catch('open'),
});

/** Tickets that may be referred to court, and those that were. */
export default function CourtPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const tabs = (
    <LinkTabs
      label="State"
      shown={address.state}
      searchOf={(key) => searchWith({ state: key === 'open' ? '' : key, page: '', open: '' })}
      tabs={(Object.keys(caseStates) as CaseState[]).map((key) => ({
        key,
        label: caseStates[key],
      }))}
    />
  );
  return (
    <RecordList of={listIn(address.state)} tabs={tabs}>
      {(steps, list) =>
        steps.address.open !== '' && (
          <CaseDetail
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
