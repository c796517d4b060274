import type { ReactNode } from 'react';
import { placeAndDays } from '#contract/list-filters.ts';
import { messagePurposes } from '#contract/modules/after-ticket/message-texts.ts';
import { countMessages, type MessageMonth } from '#contract/modules/after-ticket/messages.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { count, shownCost } from '#web/format/money.ts';
import { AddressedList } from '#web/lists/addressed-list.tsx';
import { plainGrammar, sentFilters, useListAddress } from '#web/lists/list-address.ts';
import { wholeList } from '#web/lists/local-rows.ts';
import { daysFilter, shownFilters, usePlaceFilters } from '#web/lists/place-and-day-filters.tsx';
import { oneTabStop } from '#web/ui/controls/one-tab-stop.ts';
import { IconMessage } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';

const grammar = plainGrammar(placeAndDays);

const number = (key: 'sent' | 'delivered' | 'blocked', header: string): Column<MessageMonth> => ({
  key,
  header,
  width: 110,
  align: 'end',
  cell: (row) => count(row[key]),
});
const costOf = ({ cost }: MessageMonth) => cost.map(shownCost).join(', ') || '–';

const columns: Column<MessageMonth>[] = [
  { key: 'month', header: 'Month', width: 100, cell: ({ month }) => month },
  { key: 'purpose', header: 'Purpose', cell: ({ purpose }) => messagePurposes[purpose] },
  number('sent', 'Sent'),
  number('delivered', 'Delivered'),
  number('blocked', 'Blocked'),
  { key: 'cost', header: 'Cost', width: 160, align: 'end', cell: costOf },
];

/** Messages by the month in which they were sent; their cost is what gateways reported. */
export function MonthsTab({ tabs }: { tabs: ReactNode }) {
  const steps = useListAddress(grammar);
  const set = { filters: steps.address.filters, filter: steps.filter };
  const question = JSON.stringify(set.filters);
  const answer = useLoaded(question, (signal) =>
    dataOf(countMessages, { query: sentFilters(set.filters), signal }),
  );
  return (
    <AddressedList
      tabs={tabs}
      title="Messages"
      steps={steps}
      list={wholeList({ ...answer, data: answer.data?.months ?? null }, question)}
      nouns={['row', 'rows']}
      filters={shownFilters([daysFilter(set), ...usePlaceFilters(set)])}
      columns={columns}
      linkKeys={oneTabStop}
      rowKey={({ month, purpose }) => `${month} ${purpose}`}
      renderCard={(row) => (
        <ListCard
          name={messagePurposes[row.purpose]}
          when={row.month}
          detail={`${count(row.delivered)} delivered, ${count(row.blocked)} blocked`}
          mark={<b>{count(row.sent)} sent</b>}
          reference={costOf(row)}
        />
      )}
      empty={{
        heading: 'No items found',
        icon: <IconMessage size={30} stroke={1.5} />,
        words: 'Hanya did not send any messages on these days.',
      }}
    />
  );
}
