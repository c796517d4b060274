import type { ReactNode } from 'react';
import { listTakenOutRecords } from '#contract/late-records.ts';
import { placeFilters } from '#contract/list-filters.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { AddressedList } from '#web/lists/addressed-list.tsx';
import { plainGrammar, sentFilters, useListAddress } from '#web/lists/list-address.ts';
import { wholeList } from '#web/lists/local-rows.ts';
import { shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { IconClockCheck } from '#web/ui/icons.ts';
import { TakenOutCard, takenOutColumns } from './late-record-columns.tsx';

const grammar = plainGrammar(placeFilters);

/** Records that officers took out of their phones before they arrived: the last hundred. */
export function TakenOutTab({ tabs }: { tabs: ReactNode }) {
  const steps = useListAddress(grammar);
  const set = { filters: steps.address.filters, filter: steps.filter };
  const question = JSON.stringify(set.filters);
  const answer = useLoaded(question, (signal) =>
    call(listTakenOutRecords, { query: { ...sentFilters(set.filters), limit: 100 }, signal }),
  );
  const rows = { ...answer, data: answer.data?.data ?? null };
  return (
    <AddressedList
      title="Late Records"
      detail="What officers took out of their phones before it arrived. A ticket on paper may be out there."
      steps={steps}
      list={wholeList(rows, question)}
      nouns={['record', 'records']}
      tabs={tabs}
      filters={shownFilters(usePlaceFilters(set))}
      columns={takenOutColumns}
      rowKey={({ _id }) => _id}
      renderCard={(row) => <TakenOutCard row={row} />}
      empty={{
        heading: 'No items found',
        icon: <IconClockCheck size={30} stroke={1.5} />,
        words: 'Nothing was taken out of a phone.',
      }}
    />
  );
}
