import { Fragment, type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import type { placeAndDays } from '#contract/list-filters.ts';
import type { RecordOf, Register, StateOf } from '#contract/register.ts';
import type { ListSize } from '#web/api/area.ts';
import { call, callFile, dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import type { Identified } from '#web/lists/identified.ts';
import { LinkTabs, sizeOf } from '#web/lists/link-tabs.tsx';
import {
  type ListSteps,
  type Narrowing,
  readFilters,
  sentFilters,
} from '#web/lists/list-address.ts';
import { useOwnRows } from '#web/lists/own-rows.ts';
import {
  daysFilter,
  type FilterSteps,
  type OfferedFilter,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import { type Paged, RecordList, type RecordListOf } from '#web/lists/record-list.tsx';
import { openingState, useAddress } from '#web/lists/use-address.ts';
import { Plate } from '#web/records/plate.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard, type ListCardProps } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { Reference } from '#web/ui/ticket/reference.tsx';

/** The ticket that a record is about. */
interface AboutTicket {
  readonly id: string;
  /** The plate, or the licence where there is none; '' for neither. */
  readonly plate: string;
}

/** How a screen shows a register. */
export interface RegisterScreen<R extends Register, Row = RecordOf<R>> {
  of: R;
  title: string;
  nouns: readonly [one: string, many: string];
  /** The state that opens, where no address says another; without it the first of the register. */
  first?: StateOf<R>;
  /** Its ticket is the first column, and the plate of the card. */
  ticketOf?: (row: Row) => AboutTicket | null;
  columns: readonly Column<Row>[];
  card: (row: Row) => Omit<ListCardProps, 'onOpen' | 'openName'>;
  /** The name of a row, for those who only hear it. */
  nameOf: (row: Row) => string;
  /** Filters that the contract doesn't word, or another one of the same key. */
  useMoreFilters?: (steps: FilterSteps<R['narrowing']>) => OfferedFilter[];
  /** Milliseconds after which it is read again, where others change it meanwhile. */
  every?: number;
  /** Offered for chosen rows of a state, beside a file of them. */
  chosenActions?: (ids: readonly string[]) => ReactNode;
  empty: { icon: ReactNode; words: string | Readonly<Record<StateOf<R>, string>> };
}

interface RegisterPageProps<R extends Register> {
  screen: RegisterScreen<R>;
  detail?: ReactNode;
  actions?: ReactNode;
  /** Stands above the tabs. */
  head?: ReactNode;
  /** Draws the record that is open; `reload` reads rows and numbers again. */
  children: (
    steps: ListSteps<'', R['narrowing']>,
    over: { rows: readonly RecordOf<R>[]; reload: () => void },
  ) => ReactNode;
}

/** A register as a screen: its states as tabs with their numbers, search, filters, file and pages. */
export function RegisterPage<R extends Register>(props: RegisterPageProps<R>) {
  const { detail, actions, head, children } = props;
  // Rows and states of one register are those of its screen; here they only pass through.
  const screen = props.screen as unknown as AnyScreen;
  const { of } = screen;
  const states = Object.keys(of.tabs);
  const first = screen.first ?? states[0];
  const { address, searchWith } = useAddress(stateAddress);
  const state = states.find((known) => known === address.state) ?? first;
  const list = useMemo(() => listOf(screen, state), [screen, state]);
  const sizes = useSizes(screen);
  const searchOf = (key: string) =>
    searchWith({ state: key === first ? '' : key, page: '', open: '' });
  const tabs = states.map((key) => ({
    key,
    label: of.tabs[key] ?? key,
    size: sizes.data?.[key],
  }));
  return (
    <RecordList
      of={list}
      detail={detail}
      actions={actions}
      elsewhere={<Elsewhere tabs={tabs.filter(({ key }) => key !== state)} searchOf={searchOf} />}
      tabs={
        <>
          {head}
          {state !== undefined && (
            <LinkTabs label="Status" shown={state} searchOf={searchOf} tabs={tabs} />
          )}
        </>
      }
    >
      {(steps, { rows, reload }) =>
        children(steps, {
          rows,
          reload: () => {
            reload();
            sizes.reload();
          },
        })
      }
    </RecordList>
  );
}

interface ElsewhereProps {
  tabs: readonly { key: string; label: string; size: ListSize | undefined }[];
  searchOf: (key: string) => string;
}

/** Leads from an empty tab to those that have records: "There are 3 under Refunded." */
function Elsewhere({ tabs, searchOf }: ElsewhereProps) {
  const filled = tabs.flatMap(({ size, ...tab }) =>
    size && size.total > 0 ? { ...tab, size } : [],
  );
  const [first] = filled;
  if (!first) return null;
  return (
    <>
      {first.size.total === 1 ? 'There is ' : 'There are '}
      {filled.map(({ key, label, size }, place) => (
        <Fragment key={key}>
          {place > 0 && (place === filled.length - 1 ? ' and ' : ', ')}
          {sizeOf(size)} under <Link to={{ search: searchOf(key) }}>{label}</Link>
        </Fragment>
      ))}
      .
    </>
  );
}

type AnyScreen = RegisterScreen<Register, Identified>;
type Asks = Readonly<Record<string, unknown>>;

const stateAddress = z.object({ state: z.string().default('') });

/** How many records each state has, as the address narrows them. */
function useSizes({ of, every }: AnyScreen) {
  const [given] = useSearchParams();
  const search = given.get('search')?.trim();
  const query = {
    ...sentFilters(readFilters(Object.fromEntries(given), of)),
    ...(search && of.searched !== undefined ? { search } : {}),
  };
  return useLoaded(
    JSON.stringify(query),
    async (signal): Promise<Readonly<Record<string, ListSize>>> =>
      Object.keys(of.tabs).length === 0 ? {} : dataOf(of.sizes, { query, signal }),
    every,
  );
}

/** The list of a state, as the contract and the screen say it. */
function listOf(
  screen: AnyScreen,
  state: string | undefined,
): RecordListOf<Identified, Asks, '', Narrowing> {
  const { of, ticketOf, card, nameOf, empty, chosenActions } = screen;
  const inState = state === undefined ? {} : { state };
  const { words } = empty;
  return {
    title: screen.title,
    nouns: screen.nouns,
    narrowing: of.narrowing,
    ...(of.searched === undefined ? {} : { searched: `by ${of.searched}` }),
    sorts: { '': '' },
    columns: ticketOf ? [ticketColumn(ticketOf), ...screen.columns] : screen.columns,
    renderCard: (row, onOpen) => (
      <ListCard
        mark={ticketOf && <TicketPlate of={ticketOf(row)} />}
        {...card(row)}
        onOpen={onOpen}
        openName={nameOf(row)}
      />
    ),
    nameOf,
    asks: ({ search, sort: _one, ...filters }) => ({
      ...filters,
      ...inState,
      ...(search === undefined ? {} : { search }),
    }),
    useRows: () => useRegisterRows(screen),
    useFilters: (steps) => useRegisterFilters(steps, screen),
    mayExport: of.file.permission,
    fetchFile: (query) => callFile(of.file, { query }),
    ...(chosenActions && {
      fetchChosen: (query) => callFile(of.file, { query: { ...query, ...inState } }),
      chosenActions,
    }),
    empty: {
      heading: 'No items found',
      icon: empty.icon,
      words: typeof words === 'string' ? words : (words[state ?? ''] ?? ''),
    },
  };
}

function useRegisterRows({ of, every }: AnyScreen) {
  const rows = useOwnRows((query: Asks & Paged, signal) => call(of.list, { query, signal }));
  const { amount } = rows.paginate as { amount?: number };
  return {
    ...rows,
    ...(of.sum !== undefined && amount ? { sum: `${exactNaira(amount)} ${of.sum}` } : {}),
    ...(every === undefined ? {} : { every }),
  };
}

function useRegisterFilters(steps: FilterSteps<Narrowing>, screen: AnyScreen) {
  const { of, useMoreFilters = noMore } = screen;
  const choices = Object.entries(of.choices).map(([key, { label, words }]): OfferedFilter => {
    const { [key]: value } = steps.filters as Readonly<Record<string, string | undefined>>;
    return {
      key,
      label,
      value: value === undefined ? null : (words[value] ?? value),
      onRemove: () => steps.filter({ [key]: undefined }),
      render: (done) => (
        <ChoiceFilter
          label={label}
          choices={Object.entries(words).map(([name, said]) => ({ value: name, label: said }))}
          value={value}
          onChoose={(chosen) => {
            steps.filter({ [key]: chosen });
            done();
          }}
        />
      ),
    };
  });
  const places = usePlaceFilters(steps);
  const more = useMoreFilters(steps);
  const derived = [
    ...choices,
    ...('from' in of.narrowing ? [daysFilter(steps as FilterSteps<typeof placeAndDays>)] : []),
    ...('organisation' in of.narrowing ? places : []),
  ];
  return shownFilters([
    ...derived.filter(({ key }) => more.every((other) => other.key !== key)),
    ...more,
  ]);
}

const noMore = (): OfferedFilter[] => [];

/** The ticket of a row, with its plate and reference, as a link. */
const ticketColumn = (ticketOf: NonNullable<AnyScreen['ticketOf']>): Column<Identified> => ({
  key: 'ticket',
  header: 'Ticket',
  width: 212,
  cell: (row) => {
    const ticket = ticketOf(row);
    if (!ticket) return <span className="quiet">No ticket</span>;
    return (
      <TwoLine second={<Reference value={bookingReference(ticket.id)} />} keep>
        <Link to={recordAddress('booking', ticket.id)} state={openingState}>
          {ticket.plate === '' ? 'Open ticket' : <TicketPlate of={ticket} />}
        </Link>
      </TwoLine>
    );
  },
});

const TicketPlate = ({ of }: { of: AboutTicket | null }) =>
  of && of.plate !== '' && <Plate value={of.plate} />;
