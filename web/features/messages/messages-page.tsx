import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { messagePurposes } from '#contract/message-texts.ts';
import {
  countMessages,
  exportMessages,
  listMessages,
  type Message,
  messageNarrowing,
  messageStates,
} from '#contract/messages.ts';
import { organisationNames, organisationOfState } from '#contract/places.ts';
import { call, callFile, dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { useToday } from '#web/format/use-today.ts';
import { joined, plural } from '#web/format/words.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { useOwnRows } from '#web/lists/own-rows.ts';
import {
  daysFilter,
  type FilterSteps,
  shownFilters,
  usePlaceFilters,
} from '#web/lists/place-and-day-filters.tsx';
import {
  type ListRequest,
  type Paged,
  RecordList,
  type RecordListOf,
} from '#web/lists/record-list.tsx';
import { openingState, useAddress } from '#web/lists/use-address.ts';
import { DutyStanding } from '#web/records/duties/duty-standing.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { IconMessage } from '#web/ui/icons.ts';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { Plate } from '#web/ui/ticket/plate.tsx';
import css from './messages.module.css';
import { MonthsTab } from './months-tab.tsx';

type Narrowing = typeof messageNarrowing;
type Query = Omit<ListRequest<'-madeAt', Narrowing>, 'search' | 'sort'>;

const purposeOf = ({ purpose, step }: Message): string =>
  purpose === 'reminder' ? `Reminder, day ${step}` : messagePurposes[purpose];
const costOf = ({ cost, currency }: Message): string =>
  cost === null ? '–' : `${currency} ${cost.toFixed(2)}`.trim();
const nameOf = (row: Message): string => `${purposeOf(row)}, ${row.registration || 'no plate'}`;

const sentMessages: RecordListOf<Message, Query, '-madeAt', Narrowing> = {
  title: 'Messages',
  nouns: ['message', 'messages'],
  narrowing: messageNarrowing,
  sorts: { '-madeAt': 'Newest first' },
  columns: [
    {
      key: 'at',
      header: 'Date',
      width: 110,
      cell: ({ sentAt, madeAt }) => (
        <TwoLine second={clockOf(sentAt ?? madeAt)}>{dateOf(sentAt ?? madeAt)}</TwoLine>
      ),
    },
    {
      key: 'state',
      header: 'State',
      cell: ({ state, reason }) => (
        <TwoLine second={reason} strong keep>
          {messageStates[state]}
        </TwoLine>
      ),
    },
    {
      key: 'purpose',
      header: 'Tells of',
      cell: (row) => <TwoLine second={row.zone}>{purposeOf(row)}</TwoLine>,
    },
    {
      key: 'to',
      header: 'Plate and number',
      cell: ({ registration, to }) => (
        <TwoLine second={to} keep>
          {registration || '–'}
        </TwoLine>
      ),
    },
    { key: 'parts', header: 'Parts', width: 70, align: 'end', cell: ({ parts }) => parts ?? '–' },
    { key: 'cost', header: 'Cost', width: 110, align: 'end', cell: costOf },
  ],
  renderCard: (row, onOpen) => (
    <ListCard
      badge={<b>{messageStates[row.state]}</b>}
      when={momentOf(row.sentAt ?? row.madeAt)}
      name={purposeOf(row)}
      detail={joined([row.to, row.reason])}
      mark={row.registration === '' ? undefined : <Plate value={row.registration} />}
      reference={row.parts === null ? '' : `${plural(row.parts, 'part', 'parts')}, ${costOf(row)}`}
      onOpen={onOpen}
      openLabel="Open booking"
      openName={nameOf(row)}
    />
  ),
  nameOf,
  asks: ({ search: _search, sort: _sort, ...narrowed }) => narrowed,
  useRows: () =>
    useOwnRows((query: Query & Paged, signal) => call(listMessages, { query, signal })),
  useFilters: useMessageFilters,
  mayExport: 'see messages',
  fetchFile: (query) => callFile(exportMessages, { query }),
  empty: {
    heading: 'No items found',
    icon: <IconMessage size={30} stroke={1.5} />,
    words: 'No message was queued on these days.',
  },
};

function useMessageFilters(steps: FilterSteps<Narrowing>) {
  const { filters, filter } = steps;
  const choice = (
    key: 'state' | 'purpose',
    label: string,
    words: Readonly<Record<string, string>>,
  ): Filter => {
    const value = filters[key];
    return {
      key,
      label,
      value: value === undefined ? null : (words[value] ?? value),
      onRemove: () => filter({ [key]: undefined }),
      render: (done) => (
        <ChoiceFilter
          label={label}
          choices={Object.entries(words).map(([name, words]) => ({ value: name, label: words }))}
          value={value}
          onChoose={(chosen) => {
            filter({ [key]: messageNarrowing[key].parse(chosen) });
            done();
          }}
        />
      ),
    };
  };
  return shownFilters([
    daysFilter(steps),
    ...usePlaceFilters(steps),
    choice('state', 'State', messageStates),
    choice('purpose', 'Tells of', messagePurposes),
  ]);
}

const tabs = { messages: 'Messages', months: 'By month' } as const;
const address = z.object({ show: z.enum(['messages', 'months']).catch('messages') });

/** What drivers were told by text message and mail, and what came of it. */
export default function MessagesPage() {
  const { address: asked, searchWith } = useAddress(address);
  const head = (
    <>
      <Standing />
      <LinkTabs
        label="Messages"
        shown={asked.show}
        searchOf={(key) => searchWith({ show: key === 'messages' ? '' : key, page: '', open: '' })}
        tabs={(['messages', 'months'] as const).map((key) => ({ key, label: tabs[key] }))}
      />
    </>
  );
  if (asked.show === 'months') return <MonthsTab tabs={head} />;
  return (
    <RecordList of={sentMessages} tabs={head}>
      {({ address: { open }, close }, { rows }) =>
        open !== '' && (
          <OpenedBooking key={open} row={rows.find(({ id }) => id === open)} onClose={close} />
        )
      }
    </RecordList>
  );
}

/** Whether anything is sent at all, and the switch for it. */
function Standing() {
  const user = useCurrentUser();
  const mayGive = useMay('give duties') && user?.zone === null;
  const today = useToday();
  const { data } = useLoaded(today, (signal) =>
    dataOf(countMessages, { query: { from: today, to: today }, signal }),
  );
  return (
    <div className="column gap-4">
      {data?.hasGateway === false && (
        <Notice kind="warn">No gateway is set up: nothing is sent.</Notice>
      )}
      {mayGive && (
        <details className={css['switch']}>
          <summary>Switch messages on or off</summary>
          {(user.state ? [organisationOfState(user.state)] : organisationNames).map((of) => (
            <DutyStanding key={of} duty="messages" organisation={of} />
          ))}
        </details>
      )}
    </div>
  );
}

/** A message is read in its booking, with its text and what was reported. */
function OpenedBooking({ row, onClose }: { row: Message | undefined; onClose: () => void }) {
  const navigate = useNavigate();
  const lead = useEffectEvent(() => {
    if (!row) onClose();
    else
      void navigate(recordAddress('booking', row.booking), { replace: true, state: openingState });
  });
  useEffect(() => lead(), []);
  return null;
}
