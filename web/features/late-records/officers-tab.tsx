import type { ReactNode } from 'react';
import { countLateRecords } from '#contract/late-records.ts';
import type { LateCount } from '#contract/late-records.ts';
import { placeAndDays } from '#contract/list-filters.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { count } from '#web/format/money.ts';
import { AddressedList } from '#web/lists/addressed-list.tsx';
import { plainGrammar, sentFilters, useListAddress } from '#web/lists/list-address.ts';
import { wholeList } from '#web/lists/local-rows.ts';
import { daysFilter, shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { IconClockCheck } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

const grammar = plainGrammar(placeAndDays);

const number = (
  key: 'late' | 'cheaper' | 'letIn' | 'takenOut',
  header: string,
): Column<LateCount> => ({
  key,
  header,
  width: 130,
  align: 'end',
  cell: (row) => count(row[key]),
});

const columns: Column<LateCount>[] = [
  {
    key: 'officer',
    header: 'Officer',
    cell: ({ officer }) => <TwoLine second={officer.role}>{officer.name}</TwoLine>,
  },
  number('late', 'Late'),
  number('cheaper', 'On a cheaper day'),
  number('letIn', 'Let in'),
  number('takenOut', 'Taken out'),
];

/** The officers whose records arrive late, and how many of those were made on a cheaper day. */
export function OfficersTab({ tabs }: { tabs: ReactNode }) {
  const steps = useListAddress(grammar);
  const set = { filters: steps.address.filters, filter: steps.filter };
  const question = JSON.stringify(set.filters);
  const answer = useLoaded(question, (signal) =>
    dataOf(countLateRecords, { query: sentFilters(set.filters), signal }),
  );
  return (
    <AddressedList
      title="Late Records"
      detail="Records that arrived more than 15 minutes after they were made, by the day of arrival."
      steps={steps}
      list={wholeList(answer, question)}
      nouns={['officer', 'officers']}
      tabs={tabs}
      filters={shownFilters([daysFilter(set), ...usePlaceFilters(set)])}
      columns={columns}
      rowKey={({ officer }) => officer.id}
      renderCard={(row) => (
        <ListCard
          name={row.officer.name}
          detail={`${count(row.cheaper)} on a cheaper day, ${count(row.letIn)} let in, ${count(row.takenOut)} taken out`}
          mark={<b>{count(row.late)} late</b>}
          reference={row.officer.role}
          openName={row.officer.name}
        />
      )}
      empty={{
        heading: 'No items found',
        icon: <IconClockCheck size={30} stroke={1.5} />,
        words: 'Every record arrived within 15 minutes in these days.',
      }}
    />
  );
}
