import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { exceptionNarrowing, listExceptions, type PaymentException } from '#contract/exceptions.ts';
import { nounsOf } from '#contract/records.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { type ListFilters, readFilters, sentFilters } from '#web/lists/filters.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useOwnRows } from '#web/lists/own-rows.ts';
import {
  daysFilter,
  type FilterSteps,
  type OfferedFilter,
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

type Narrowing = typeof exceptionNarrowing;
interface ExceptionQuery extends ListFilters<Narrowing> {
  state: ExceptionState;
}

const nothing: Record<ExceptionState, string> = {
  open: 'Every bill and every payment is as it should be.',
  proposed: 'No settlement waits for a second person.',
  settled: 'No exception has been settled yet.',
};

const exceptionsIn = (
  state: ExceptionState,
  roomy: boolean,
): RecordListOf<PaymentException, ExceptionQuery, '-foundAt', Narrowing> => ({
  title: 'Payment Exceptions',
  nouns: nounsOf('exception'),
  narrowing: exceptionNarrowing,
  sorts: { '-foundAt': 'Newest first' },
  columns: exceptionColumns(roomy),
  renderCard: (exception, onOpen) => <ExceptionCard exception={exception} onOpen={onOpen} />,
  nameOf: exceptionTitle,
  asks: (filters) => ({ ...sentFilters(filters), state }),
  useRows: useExceptions,
  useFilters: useExceptionFilters,
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

/** A link of Reconciliation sets officer and offence; here they can only be taken away. */
function useExceptionFilters(steps: FilterSteps<Narrowing>) {
  const { bookedBy, offence } = steps.filters;
  return shownFilters([
    daysFilter(steps),
    ...usePlaceFilters(steps),
    set('Officer', bookedBy && 'One officer', () => steps.filter({ bookedBy: undefined })),
    set('Offence', offence, () => steps.filter({ offence: undefined })),
  ]);
}

const set = (label: string, value: string | undefined, onRemove: () => void): OfferedFilter => ({
  key: label,
  label,
  value: value ?? null,
  offered: false,
  onRemove,
  render: () => <p>{value}</p>,
});

const addressSchema = z.object({
  state: z.enum(exceptionStates).catch('open'),
});

/** Bills and payments that need a person: one settles each, another confirms. */
export default function ExceptionsPage() {
  const { address, searchWith } = useAddress(addressSchema);
  const { state } = address;
  const [given] = useSearchParams();
  const filters = sentFilters(
    readFilters(Object.fromEntries(given), { narrowing: exceptionNarrowing }),
  );
  const roomy = useScreen('roomy');
  const counts = useLoaded(
    JSON.stringify(filters),
    (signal) => countExceptions(filters, exceptionStates, signal),
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
        label: stateLabels[key],
        size: counts.data?.[key],
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
