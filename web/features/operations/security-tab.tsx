import type { ReactNode } from 'react';
import { z } from 'zod';
import { dayFilters } from '#contract/list-filters.ts';
import {
  listSecurityEvents,
  type SecurityEvent,
  type SecurityEventKind,
  securityEventKinds,
} from '#contract/operations.ts';
import { totalPages } from '#web/api/area.ts';
import { call } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { capitalised } from '#web/format/words.ts';
import { AddressedList } from '#web/lists/addressed-list.tsx';
import { plainGrammar, sentFilters, useListAddress } from '#web/lists/list-address.ts';
import { daysFilter, shownFilters } from '#web/lists/place-and-day-filters.tsx';
import { useAddress } from '#web/lists/use-address.ts';
import { ChoiceFilter } from '#web/ui/filters/choice-filter.tsx';
import type { Filter } from '#web/ui/filters/filter.ts';
import { IconShieldCheck } from '#web/ui/icons.ts';
import type { Column } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';

const grammar = plainGrammar(dayFilters);
const kindSchema = z.object({ kind: z.enum(securityEventKinds).optional().catch(undefined) });

/** Forbidden attempts, and changes of rights; newest first. */
export function SecurityTab({ tabs }: { tabs: ReactNode }) {
  const steps = useListAddress(grammar);
  const kind = useKindFilter();
  const { page, limit, filters } = steps.address;
  const set = { filters, filter: steps.filter };
  const { from, to } = sentFilters(filters);
  const query = { page, limit, from, to, kind: kind.chosen };
  const question = JSON.stringify(query);
  const { data, failure, reload } = useLoaded(question, (signal) =>
    call(listSecurityEvents, { query, signal }),
  );
  const size = { total: data?.total ?? 0, ...(data?.more && { more: data.more }) };

  return (
    <AddressedList
      title="Operations"
      detail="Failed sign-ins, refused actions and changes to rights. Hanya keeps them for a year."
      tabs={tabs}
      steps={{ ...steps, clear: kind.clearAll }}
      list={{
        rows: data?.data ?? [],
        size,
        pages: totalPages(size.total, limit),
        loaded: data !== null,
        loading: data === null && failure === null,
        failure,
        question,
        reload,
      }}
      nouns={['event', 'events']}
      filters={[...shownFilters([daysFilter(set)]), kind.filter]}
      columns={columns}
      rowKey={({ id }) => id}
      renderCard={(event) => <EventCard event={event} />}
      empty={{
        heading: 'No items found',
        icon: <IconShieldCheck size={30} stroke={1.5} />,
        words: 'There were no events of this kind on these days.',
      }}
    />
  );
}

/** The kind of event, beside the filters that other lists have too. */
function useKindFilter() {
  const { address, change } = useAddress(kindSchema);
  const chosen = address.kind;
  const choose = (kind: string) => change({ kind, page: '' });
  const filter: Filter = {
    key: 'kind',
    label: 'Kind',
    value: chosen === undefined ? null : kindWords[chosen],
    onRemove: () => choose(''),
    render: (done) => (
      <ChoiceFilter
        label="Kind"
        choices={securityEventKinds.map((value) => ({ value, label: kindWords[value] }))}
        value={chosen}
        onChoose={(value) => {
          choose(value);
          done();
        }}
      />
    ),
  };
  const clearAll = () => change({ kind: '', period: '', from: '', to: '', page: '' });
  return { chosen, filter, clearAll };
}

const columns: readonly Column<SecurityEvent>[] = [
  {
    key: 'when',
    header: 'When',
    width: 104,
    cell: ({ minute }) => <TwoLine second={clockOf(minute)}>{dateOf(minute)}</TwoLine>,
  },
  {
    key: 'what',
    header: 'What',
    cell: (event) => <TwoLine second={aboutWords(event)}>{kindWords[event.kind]}</TwoLine>,
  },
  { key: 'who', header: 'Who', cell: byWords },
  { key: 'where', header: 'Address', width: 150, cell: ({ address }) => address },
  { key: 'times', header: 'Times', width: 72, align: 'end', cell: ({ count }) => count },
];

function EventCard({ event }: { event: SecurityEvent }) {
  return (
    <ListCard
      when={momentOf(event.minute)}
      name={kindWords[event.kind]}
      detail={`${byWords(event)}. ${aboutWords(event)}`}
      mark={timesWords(event)}
      reference={event.address === '' ? undefined : event.address}
    />
  );
}

/** The name of a kind of event. */
const kindWords: Readonly<Record<SecurityEventKind, string>> = {
  'sign-in failed': 'Sign-in failed',
  'proof failed': 'Wrong password or code',
  'too often': 'Too many attempts',
  'not allowed': 'Not allowed',
  'not found': 'Not found, or outside the person’s area',
  'forged token': 'Forged sign-in',
  'forged notice': 'Forged payment notice',
  rights: 'Rights changed',
  password: 'Password changed',
  'second factor': 'Second factor changed',
  'session ended': 'Session ended by somebody else',
  export: 'List exported',
  'much read': 'An unusually large number of records read',
  'staff address': 'Driver’s page opened from a staff network address',
};

type Doers = Pick<SecurityEvent, 'by' | 'concerns' | 'address'>;

/** The person who did it, and the person concerned. */
function byWords({ by, concerns, address }: Doers): string {
  const who = by?.name ?? (address === '' ? 'Somebody at the server' : 'Unknown person');
  return concerns && concerns.id !== by?.id ? `${who}, to ${concerns.name}` : who;
}

const attempts: Readonly<Record<string, string>> = {
  'POST /api/v1/auth/login': 'With a password',
  'POST /api/v1/auth/secondstep': 'With a code',
};

/** The attempt or change in words; a call without words of its own by its address. */
const aboutWords = ({ kind, about }: Pick<SecurityEvent, 'kind' | 'about'>): string =>
  kind === 'export' ? `List of ${about}` : (attempts[about] ?? capitalised(about));

const timesWords = ({ count }: Pick<SecurityEvent, 'count'>): string =>
  count === 1 ? 'Once' : `${count} times`;
