import { z } from 'zod';
import { listExceptions } from '#contract/exceptions.ts';
import type { PaymentException } from '#contract/exceptions.ts';
import { placeFilters } from '#contract/list-filters.ts';
import type { Organisation } from '#contract/places.ts';
import { nounsOf } from '#contract/records.ts';
import type { ListSize } from '#web/api/area.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { count } from '#web/format/money.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useOwnRows } from '#web/lists/own-rows.ts';
import {
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import { type Paged, RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { useAddress } from '#web/lists/use-address.ts';
import { IconCircleCheck } from '#web/ui/icons.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { ExceptionDetail } from './detail/exception-detail.tsx';
import { countExceptions } from './exception-calls.ts';
import { ExceptionCard, exceptionColumns } from './exception-columns.tsx';
import {
  type ExceptionState,
  exceptionStates,
  exceptionTitle,
  stateLabels,
} from './exception-words.ts';
import css from './exceptions.module.css';

/** Milliseconds between two readings: exceptions have no live news, and others settle them meanwhile. */
const every = 30_000;

interface ExceptionQuery {
  state: ExceptionState;
  organisation: Organisation | undefined;
}

const nothing: Record<ExceptionState, string> = {
  open: 'Every bill and every payment is as it should be.',
  proposed: 'No settlement waits for a second person.',
  settled: 'No exception has been settled yet.',
};

const narrowing = { organisation: placeFilters.organisation };

const exceptionsIn = (
  state: ExceptionState,
  roomy: boolean,
): RecordListOf<PaymentException, ExceptionQuery, '-foundAt', typeof narrowing> => ({
  title: 'Payment Exceptions',
  nouns: nounsOf('exception'),
  narrowing,
  sorts: { '-foundAt': 'Newest first' },
  columns: exceptionColumns(roomy),
  renderCard: (exception, onOpen) => <ExceptionCard exception={exception} onOpen={onOpen} />,
  nameOf: exceptionTitle,
  asks: ({ organisation }) => ({ state, organisation }),
  useRows: useExceptions,
  useFilters: useOrganisationFilter,
  empty: {
    heading: 'No items found',
    icon: <IconCircleCheck size={30} stroke={1.5} />,
    words: nothing[state],
  },
});

function useExceptions() {
  const rows = useOwnRows((query: ExceptionQuery & Paged, signal) =>
    call(listExceptions, { query, signal }),
  );
  return { ...rows, every };
}

function useOrganisationFilter(steps: FilterSteps<typeof narrowing>) {
  return shownFilters(usePlaceFilters(steps).filter(({ key }) => key === 'organisation'));
}

const addressSchema = z.object({
  state: z.enum(exceptionStates).catch('open'),
  organisation: placeFilters.organisation.catch(undefined),
});

const sizeOf = ({ total, more }: ListSize = { total: 0 }): string =>
  more ? `${count(total)}+` : count(total);

/** Bills and payments that need a person: one settles each, another confirms. */
export default function ExceptionsPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const { state, organisation } = address;
  const roomy = useScreen('roomy');
  const counts = useLoaded(
    organisation ?? '',
    (signal) => countExceptions({ organisation, states: exceptionStates }, signal),
    every,
  );
  const tabs = (
    <LinkTabs
      label="State"
      shown={state}
      searchOf={(key) => searchWith({ state: key === 'open' ? '' : key, page: '', open: '' })}
      className={css['tabs']}
      tabs={exceptionStates.map((key) => ({
        key,
        label: (
          <>
            {stateLabels[key]}
            {counts.data && <span className={css['count']}>{sizeOf(counts.data[key])}</span>}
          </>
        ),
      }))}
    />
  );
  return (
    <RecordList of={exceptionsIn(state, roomy)} tabs={tabs}>
      {(steps, list) => (
        <ExceptionDetail
          id={steps.address.open}
          onClose={steps.close}
          onChanged={() => {
            list.reload();
            counts.reload();
          }}
        />
      )}
    </RecordList>
  );
}
