import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Figure } from '#contract/answers.ts';
import { placeAndDays } from '#contract/list-filters.ts';
import { movedBy } from '#contract/periods.ts';
import { type CashUp, listCashUp, maxCashUpDays } from '#contract/statistics.ts';
import { callAddress } from '#web/api/call-address.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { useToday } from '#web/format/use-today.ts';
import { plural } from '#web/format/words.ts';
import { AddressedList } from '#web/lists/addressed-list.tsx';
import { plainGrammar, sentFilters, useListAddress } from '#web/lists/list-address.ts';
import { wholeList } from '#web/lists/local-rows.ts';
import { daysFilter, shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { oneTabStop } from '#web/ui/controls/one-tab-stop.ts';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { IconCash } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import css from './cash-up.module.css';

const grammar = plainGrammar(placeAndDays);

/** What officers booked day by day, and what came of it; each figure leads to its bookings. */
export default function CashUpPage() {
  const steps = useListAddress(grammar);
  const today = useToday();
  const set = { filters: steps.address.filters, filter: steps.filter };
  const { from, to, ...place } = sentFilters(set.filters);
  const query = { ...place, from: from ?? to ?? movedBy(today, -1), to: to ?? today };
  const question = JSON.stringify(query);
  const answer = useLoaded(question, (signal) => dataOf(listCashUp, { query, signal }));

  return (
    <AddressedList
      title="Cash-up by officer"
      detail={`Bookings made yesterday and today, or on up to ${maxCashUpDays} days that you select. Officers must not take money. All payments came through the payment gateway.`}
      steps={steps}
      list={wholeList(answer, question)}
      nouns={['entry', 'entries']}
      filters={shownFilters([daysFilter(set), ...usePlaceFilters(set)])}
      columns={columns}
      linkKeys={oneTabStop}
      rowKey={({ officer, day }) => `${day} ${officer.id}`}
      renderCard={(row) => (
        <div className={css['card']}>
          <div className="row between gap-4">
            <TwoLine second={row.officer.role} strong>
              {row.officer.name}
            </TwoLine>
            <span className="tiny quiet">{row.day}</span>
          </div>
          <dl className={css['figures']}>
            {measures.map((measure) => (
              <Fragment key={measure.key}>
                <dt className="quiet">{measure.header}</dt>
                <dd>
                  <FigureLink row={row} measure={measure} />
                </dd>
              </Fragment>
            ))}
          </dl>
        </div>
      )}
      empty={{
        heading: 'No items found',
        icon: <IconCash size={30} stroke={1.5} />,
        words: 'There were no bookings on these days.',
      }}
    />
  );
}

CashUpPage.help =
  'This report shows what each officer booked and what was paid, by day. Select a day, and compare it with the officers’ papers. Select a figure to see its bookings. If something is missing, ask the officer, then a state admin.';

interface Measure {
  key: 'booked' | 'unpaid' | 'ready' | 'cleared' | 'withdrawn' | 'decided';
  header: string;
  /** The list of its bookings. */
  path: string;
}

const measures: readonly Measure[] = [
  { key: 'booked', header: 'Booked', path: '/bookings' },
  { key: 'unpaid', header: 'Unpaid', path: '/unpaid' },
  { key: 'ready', header: 'Paid, not cleared', path: '/paid' },
  { key: 'cleared', header: 'Paid and cleared', path: '/completed' },
  { key: 'withdrawn', header: 'Withdrawn', path: '/bookings' },
  { key: 'decided', header: 'Decided in court', path: '/bookings' },
];

const columns: readonly Column<CashUp>[] = [
  { key: 'day', header: 'Day', width: 110, cell: ({ day }) => day },
  {
    key: 'officer',
    header: 'Officer',
    cell: ({ officer }) => <TwoLine second={officer.role}>{officer.name}</TwoLine>,
  },
  ...measures.map((measure) => ({
    key: measure.key,
    header: measure.header,
    width: 150,
    align: 'end' as const,
    cell: (row: CashUp) => <FigureLink row={row} measure={measure} />,
  })),
];

/** An amount with its number of bookings, which leads to their list. */
function FigureLink({ row, measure }: { row: CashUp; measure: Measure }) {
  const { officer, day } = row;
  const figure: Figure = row[measure.key];
  if (figure.count === 0) return '–';
  const to = callAddress(
    measure.path,
    {},
    {
      bookedBy: officer.id,
      from: day,
      to: day,
      ...(measure.key === 'withdrawn' && { withdrawn: true }),
      ...(measure.key === 'decided' && { decided: true }),
    },
  );
  return (
    <Link to={to}>
      {exactNaira(figure.amount)}
      <span className="block small">{plural(figure.count, 'booking')}</span>
      <VisuallyHidden>
        {measure.header}, {officer.name}, {day}
      </VisuallyHidden>
    </Link>
  );
}
