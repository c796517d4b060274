import { Navigate } from 'react-router';
import { z } from 'zod';
import { shownPlate } from '#contract/identities.ts';
import { messagePurposes } from '#contract/modules/after-ticket/message-texts.ts';
import {
  countMessages,
  type Message,
  messageRegister,
  messageStates,
} from '#contract/modules/after-ticket/messages.ts';
import { organisationNames, organisationOfState } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { shownCost } from '#web/format/money.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { useToday } from '#web/format/use-today.ts';
import { joined, plural } from '#web/format/words.ts';
import { LinkTabs } from '#web/lists/link-tabs.tsx';
import { openingState, useAddress } from '#web/lists/use-address.ts';
import { DutyStanding } from '#web/records/duties/duty-standing.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { RegisterPage, type RegisterScreen } from '#web/records/register/register-page.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconMessage } from '#web/ui/icons.ts';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import css from './messages.module.css';
import { MonthsTab } from './months-tab.tsx';

const purposeOf = ({ purpose, step }: Message): string =>
  purpose === 'reminder' ? `Reminder, day ${step}` : messagePurposes[purpose];
const costOf = ({ cost, currency }: Message): string =>
  cost === null ? '–' : shownCost(`${currency} ${cost.toFixed(2)}`.trim());
const nameOf = (row: Message): string =>
  `${purposeOf(row)}, ${shownPlate(row.registration) || 'no plate'}`;

const sentMessages: RegisterScreen<typeof messageRegister> = {
  of: messageRegister,
  title: 'Messages',
  nouns: ['message', 'messages'],
  ticketOf: ({ booking: id, registration: plate }) => ({ id, plate }),
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
      header: 'Status',
      cell: ({ state, reason }) => (
        <TwoLine second={reason} strong keep>
          {messageStates[state]}
        </TwoLine>
      ),
    },
    {
      key: 'purpose',
      header: 'Purpose',
      cell: (row) => <TwoLine second={row.zone}>{purposeOf(row)}</TwoLine>,
    },
    { key: 'to', header: 'Number', width: 140, cell: ({ to }) => to || '–' },
    { key: 'parts', header: 'Parts', width: 70, align: 'end', cell: ({ parts }) => parts ?? '–' },
    { key: 'cost', header: 'Cost', width: 110, align: 'end', cell: costOf },
  ],
  card: (row) => ({
    badge: <b>{messageStates[row.state]}</b>,
    when: momentOf(row.sentAt ?? row.madeAt),
    name: purposeOf(row),
    detail: joined([row.to, row.reason]),
    reference: row.parts === null ? '' : `${plural(row.parts, 'part', 'parts')}, ${costOf(row)}`,
    openLabel: 'Open booking',
  }),
  nameOf,
  empty: {
    icon: <IconMessage size={30} stroke={1.5} />,
    words: 'There are no messages for these days.',
  },
};

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
    <RegisterPage screen={sentMessages} head={head}>
      {({ address: { open } }, { rows }) => {
        const message = rows.find(({ id }) => id === open);
        const to = message && recordAddress('booking', message.booking);
        return to && <Navigate replace to={to} state={openingState} />;
      }}
    </RegisterPage>
  );
}

MessagesPage.help =
  'This page lists the text messages and emails to drivers, and shows whether they arrived. Filter them by day, zone, status or purpose. Open a row to see its booking, text and delivery reports. The person who runs the server must look into refused messages.';

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
      <Notice
        kind={data?.hasGateway ? 'ok' : 'warn'}
        className={data === null ? css['awaited'] : undefined}
      >
        {data?.hasGateway
          ? 'A text message service is set up, so Hanya can send messages.'
          : 'No text message service is set up, so Hanya cannot send messages.'}
      </Notice>
      {mayGive && (
        <details className={css['switch']}>
          <summary>Turn messages on or off</summary>
          {(user.state ? [organisationOfState(user.state)] : organisationNames).map((of) => (
            <DutyStanding key={of} duty="messages" organisation={of} />
          ))}
        </details>
      )}
    </div>
  );
}
