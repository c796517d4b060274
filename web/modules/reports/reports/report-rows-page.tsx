import { useState } from 'react';
import { Navigate } from 'react-router';
import { z } from 'zod';
import type { ResponseOf, SentQuery } from '#contract/endpoint.ts';
import { shownPlate } from '#contract/identities.ts';
import type { ExportFormat } from '#contract/list-filters.ts';
import {
  exportReportRows,
  isOfPayments,
  isOfPeople,
  listReportRows,
  reportFigures,
  type ReportFigure,
  type ReportFigureRow,
  reportRowFilters,
} from '#contract/modules/reports/report-rows.ts';
import { offenceGroups } from '#contract/offences.ts';
import { owedSpans } from '#contract/owed.ts';
import { call, callFile } from '#web/api/call.ts';
import { count, exactNaira } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { useOwnRows } from '#web/lists/own-rows.ts';
import { type Paged, RecordList } from '#web/lists/record-list.tsx';
import { openingState, useAddress } from '#web/lists/use-address.ts';
import { IconReceipt2 } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { OpenPayment } from './open-payment.tsx';
import { paymentList } from './payment-rows.tsx';

type Query = Omit<SentQuery<typeof listReportRows>, 'page' | 'limit'>;

const amountOf = ({ amount }: ReportFigureRow) => (amount === null ? '–' : exactNaira(amount));

const columns: Column<ReportFigureRow>[] = [
  { key: 'day', header: 'Day', width: 120, cell: ({ day }) => day },
  {
    key: 'record',
    header: 'Record',
    cell: ({ record, plate }) => <TwoLine second={shownPlate(plate)}>{record}</TwoLine>,
  },
  { key: 'detail', header: 'Detail', cell: ({ detail }) => detail },
  { key: 'zone', header: 'Zone', cell: ({ zone }) => zone },
  { key: 'count', header: 'Number', align: 'end', width: 90, cell: (row) => count(row.count) },
  { key: 'amount', header: 'Amount', align: 'end', width: 130, cell: amountOf },
];

/** What every figure has: its rows, and all of them as a file. */
const shared = (onAnswer: (sums: Sums) => void) =>
  ({
    title: 'Records behind a figure',
    useRows: () =>
      useOwnRows(async (asked: Query & Paged, signal) => {
        const answer = await call(listReportRows, { query: asked, signal });
        onAnswer(answer);
        return answer;
      }),
    mayExport: 'see reconciliation',
    fetchFile: (query: Query & { format: ExportFormat }) => callFile(exportReportRows, { query }),
    empty: {
      heading: 'No items found',
      icon: <IconReceipt2 size={30} stroke={1.5} />,
      words: 'There are no records behind this figure.',
    },
  }) as const;

const rowList = {
  nouns: ['row', 'rows'],
  narrowing: {},
  sorts: { day: 'Latest first' },
  columns,
  renderCard: (row: ReportFigureRow, onOpen: () => void) => (
    <ListCard
      when={row.day}
      name={row.record}
      detail={row.detail === '' ? row.zone : row.detail}
      mark={row.amount === null ? count(row.count) : amountOf(row)}
      reference={shownPlate(row.plate)}
      onOpen={onOpen}
      openName={row.record}
    />
  ),
  nameOf: ({ record }: ReportFigureRow) => record,
} as const;

type Sums = Pick<ResponseOf<typeof listReportRows>, 'counted' | 'amount' | 'givenBack' | 'total'>;

/** What the rows come to, which is the figure. */
const sumOf = (figure: ReportFigure, { counted, amount, givenBack, total }: Sums): string =>
  [
    plural(total, 'row'),
    `${isOfPeople(figure) ? count(counted) : exactNaira(amount)} in all`,
    ...(givenBack === null ? [] : [`${exactNaira(givenBack)} refunded`]),
  ].join(', ');

/** As it stands in the address: the server says what is wrong with it. */
const addressed = z.object(
  Object.fromEntries(
    Object.keys(reportRowFilters.shape).map((name) => [name, z.string().optional()]),
  ) as Record<keyof typeof reportRowFilters.shape, z.ZodOptional<z.ZodString>>,
);
type Addressed = z.infer<typeof addressed>;

const wordIn = (words: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(words, key) ? words[key] : '';

/** What the figure counts, in words: of which days, place, and part. */
function wordsOf(asked: Addressed): string {
  const { figure = '', from, to, zone, organisation, head, offence, group, gateway } = asked;
  const days = from === undefined || from === to ? to : from && to && `${from} to ${to}`;
  const left = asked.exceptOffences ?? asked.exceptZones;
  return [
    Object.hasOwn(reportFigures, figure) ? reportFigures[figure as ReportFigure].says : '',
    days,
    [zone, organisation].filter(Boolean).join(', '),
    head !== undefined && `revenue head ${head}`,
    offence,
    group && wordIn(offenceGroups, group),
    gateway,
    asked.kind !== undefined && `${asked.kind}, ${asked.state ?? ''}`,
    asked.difference,
    asked.owed && wordIn(owedSpans, asked.owed),
    asked.before !== undefined && `made before ${asked.before}`,
    asked.bookedBy !== undefined && 'one officer',
    asked.min !== undefined && `from ₦${asked.min}`,
    asked.max !== undefined && `to ₦${asked.max}`,
    left && 'all others',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The rows that one figure of a report counts, and what they come to. */
export default function ReportRowsPage() {
  const { address } = useAddress(addressed);
  const [sums, setSums] = useState<Sums | null>(null);
  const query = address as Query;
  const words = wordsOf(address);
  const detail = sums === null ? words : `${words}: ${sumOf(query.figure, sums)}`;
  if (isOfPayments(query))
    return (
      <RecordList
        of={{
          ...shared(setSums),
          ...paymentList,
          asks: ({ search: _search, ...narrowed }): Query => ({ ...query, ...narrowed }),
        }}
        detail={detail}
      >
        {({ address: { open }, close }, { rows, reload }) => {
          const row = rows.find(({ id }) => id === open);
          if (!row?.payment) return row && <Opened row={row} />;
          const { payment, plate } = row;
          return <OpenPayment {...{ payment, plate }} onClose={close} onChanged={reload} />;
        }}
      </RecordList>
    );
  return (
    <RecordList of={{ ...shared(setSums), ...rowList, asks: () => query }} detail={detail}>
      {({ address: { open } }, { rows }) => {
        const row = rows.find(({ id }) => id === open);
        return row && <Opened row={row} />;
      }}
    </RecordList>
  );
}

/** Back leads to these rows, and not to the row that was opened. */
const Opened = ({ row: { opens } }: { row: ReportFigureRow }) =>
  opens && <Navigate to={opens} state={openingState} replace />;

ReportRowsPage.help =
  'This page lists the records that a figure in a report counts. The line above the list names the figure. Open a record to see its booking, collision, refund or exception. Open the payment of an offence to propose a refund, which another state admin confirms.';
