import { useState } from 'react';
import { identityKey } from '#contract/identities.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { naira } from '#web/format/money.ts';
import { bookingReference } from '#web/format/reference.ts';
import { clockOf, dateOf, momentOf } from '#web/format/time.ts';
import { joined, plural } from '#web/format/words.ts';
import { BookingBadge } from '#web/records/booking-stage.tsx';
import { keptPlates } from '#web/records/known/known-plates.ts';
import type { PlatesOnDevice } from '#web/records/known/plates-on-device.ts';
import { useKept } from '#web/records/known/use-kept.ts';
import { TicketWays } from '#web/records/ticket-ways.tsx';
import type { ChosenTicket } from '#web/records/waiting-rows.tsx';
import { readOwnBookings } from '#web/sending/own-bookings.ts';
import type { WaitingRecord } from '#web/sending/waiting-record.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { IconDeviceMobile } from '#web/ui/icons.ts';
import { type Column, DataList } from '#web/ui/table/data-list.tsx';
import { ListCard } from '#web/ui/table/list-card.tsx';
import { TwoLine } from '#web/ui/table/two-line.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { Reference } from '#web/ui/ticket/reference.tsx';
import { Registration } from './booking-columns.tsx';
import css from './kept-unpaid.module.css';

export interface KeptUnpaidProps {
  search: string;
  onTicket: (ticket: ChosenTicket) => void;
}

interface KeptRow {
  id: string;
  registration: string;
  /** Naira. */
  price: number;
  /** Milliseconds, UTC. */
  madeAt: number;
  /** Such as a vehicle, or what it was booked for; may be ''. */
  detail: string;
  /** The driver, of one's own bookings alone. */
  name?: string;
  /** What its ticket is printed from. */
  record?: WaitingRecord;
}

const step = 50;

/** Without a network: one's own bookings of the last day, and the unpaid ones that the device keeps. */
export function KeptUnpaid({ search, onTicket }: KeptUnpaidProps) {
  const user = useCurrentUser()?.id ?? null;
  const read = useKept(user ?? '', user !== null, async () => {
    const [own, plates] = await Promise.all([readOwnBookings(user ?? ''), keptPlates()]);
    return { found: { own: own.map(ownRow), plates }, readAt: plates?.readAt ?? 0 };
  });
  const [shown, setShown] = useState(step);
  if (read === null) return null;
  const { own, plates } = read.found;
  const asked = identityKey('plate', search);
  const isAsked = ({ registration }: KeptRow) =>
    asked === '' || identityKey('plate', registration).includes(asked);
  const mine = own.filter(isAsked);
  const ids = new Set(own.map(({ id }) => id));
  const others = plates ? unpaidOf(plates).filter((row) => !ids.has(row.id) && isAsked(row)) : [];
  const list = {
    rowKey: idOf,
    empty: null,
    renderCard: (row: KeptRow) => card(row, onTicket),
  };
  return (
    <div className={classNames('column gap-7', css['kept'])}>
      {mine.length > 0 && (
        <section className="column gap-4">
          <h2 className="heading">Your bookings on this device in the last 24 hours</h2>
          <DataList
            {...list}
            columns={[...columns, ticketColumn(onTicket)]}
            label="Your bookings"
            rows={mine}
          />
        </section>
      )}
      {plates && others.length > 0 && (
        <section className="column gap-4">
          <h2 className="heading">Stored on this device, updated {momentOf(plates.readAt)}</h2>
          <p className="small quiet">
            {plural(others.length, 'unpaid booking')} in your area,{' '}
            {naira(others.reduce((sum, { price }) => sum + price, 0))}. You need a network to see
            names and later changes, or to use filters.
          </p>
          <DataList
            {...list}
            columns={columns}
            label="Bookings stored on this device"
            rows={others.slice(0, shown)}
          />
          {others.length > shown && (
            <Button onClick={() => setShown(shown + step)}>Show {step} more</Button>
          )}
        </section>
      )}
      {mine.length + others.length === 0 && (
        <EmptyState
          icon={<IconDeviceMobile size={30} stroke={1.5} />}
          heading={
            asked === ''
              ? 'There are no bookings on this device'
              : `No plate on this device matches “${search}”`
          }
        >
          {asked === ''
            ? 'Hanya will load the list when there is a network.'
            : 'You need a network to search names, phone numbers and references.'}
        </EmptyState>
      )}
    </div>
  );
}

const idOf = ({ id }: KeptRow) => id;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function ownRow(record: WaitingRecord): KeptRow {
  const { _id, body, toldPrice, madeAt } = record;
  const offences = (Array.isArray(body['offence']) ? body['offence'] : []) as { id?: unknown }[];
  return {
    id: _id,
    registration: textOf(body['registration']),
    price: toldPrice ?? 0,
    madeAt: Date.parse(madeAt),
    name: textOf(body['name']),
    detail: joined([...offences.map(({ id }) => textOf(id)), textOf(body['location'])]) ?? '',
    record,
  };
}

const unpaidOf = ({ byId, byPlate }: PlatesOnDevice): KeptRow[] =>
  [...byId.values()]
    .filter(({ withdrawn }) => !withdrawn)
    .map(({ id, plate, price, madeAt }) => {
      const vehicle = byPlate.get(identityKey('plate', plate))?.vehicle;
      const detail = joined([vehicle?.make ?? '', vehicle?.model ?? ''], ' ') ?? '';
      return { id, registration: plate, price, madeAt, detail };
    })
    .sort((one, other) => other.madeAt - one.madeAt);

const badge = ({ price }: KeptRow) => (
  <BookingBadge
    booking={{ price, paid: false, completed: false, withdrawn: false, decided: false }}
  />
);

const columns: readonly Column<KeptRow>[] = [
  {
    key: 'reference',
    header: 'Reference',
    width: 212,
    cell: (row) => (
      <TwoLine second={badge(row)} keep>
        <Reference value={bookingReference(row.id)} />
      </TwoLine>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    width: 98,
    cell: ({ madeAt }) => <TwoLine second={clockOf(madeAt)}>{dateOf(madeAt)}</TwoLine>,
  },
  {
    key: 'registration',
    header: 'Vehicle Registration',
    cell: (row) => (
      <TwoLine second={joined([row.name ?? '', row.detail]) ?? ''}>
        <Registration booking={row} />
      </TwoLine>
    ),
  },
];

const ticketColumn = (onTicket: KeptUnpaidProps['onTicket']): Column<KeptRow> => ({
  key: 'ticket',
  header: 'Ticket',
  width: 284,
  align: 'end',
  cell: ({ record }) =>
    record && (
      <div className="row gap-4">
        <TicketWays onChoose={(way) => onTicket({ record, way, received: true })} />
      </div>
    ),
});

function card(row: KeptRow, onTicket: KeptUnpaidProps['onTicket']) {
  const { record } = row;
  return (
    <ListCard
      badge={badge(row)}
      when={momentOf(row.madeAt)}
      name={row.name ?? row.detail}
      detail={row.name === undefined ? undefined : row.detail}
      mark={<Registration booking={row} />}
      reference={<Reference value={bookingReference(row.id)} />}
      onOpen={record && (() => onTicket({ record, way: 'show', received: true }))}
      openLabel="Show to driver"
      openName={row.registration}
    />
  );
}
