import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Dossier, DossierBooking, DossierCollision, DossierKind } from '#contract/dossiers.ts';
import { shownPlate } from '#contract/identities.ts';
import { count } from '#web/format/money.ts';
import { clockOf, dateOf } from '#web/format/time.ts';
import { capitalised, joined, plural } from '#web/format/words.ts';
import { openingState } from '#web/lists/use-address.ts';
import { useOwnBookings } from '#web/records/addresses/bookings-path.ts';
import { BookingBadge, bookingStage, bookingStages } from '#web/records/booking-stage.tsx';
import { arrivalOf, type Made, madeAtOf } from '#web/records/made-at.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { IconAlertTriangle } from '#web/ui/icons.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import { IconTile } from '#web/ui/ticket/icon-tile.tsx';
import { type BadgeKind, TicketBadge } from '#web/ui/ticket/ticket-badge.tsx';
import css from './dossier-history.module.css';

/** Bookings and collisions together, newest first; each opens its record. */
export function DossierHistory({ dossier }: { dossier: Dossier }) {
  const { path, noun } = useOwnBookings();
  const bookings = dossier.open.count + dossier.paid.count;
  const { within } = dossier;
  const notListed = bookings - dossier.bookings.length;
  const totals = [
    within === undefined
      ? bookings > 0 && plural(bookings, noun)
      : `more than ${plural(within, noun)}`,
    dossier.collisions > 0 && plural(dossier.collisions, 'collision'),
  ];
  const entries = [
    ...dossier.bookings.map((booking) => ({
      at: booking.createdAt,
      entry: <BookingEntry key={booking._id} booking={booking} of={dossier.of} />,
    })),
    ...dossier.crashes.map((collision) => ({
      at: collision.createdAt,
      entry: <CollisionEntry key={collision._id} collision={collision} />,
    })),
  ];
  return (
    <Card
      title="History"
      aside={<span className="small quiet">{capitalised(totals.filter(Boolean).join(', '))}</span>}
    >
      <ol className="line-top" aria-label="History">
        {entries.sort((one, other) => other.at.localeCompare(one.at)).map(({ entry }) => entry)}
      </ol>
      {(notListed > 0 || within !== undefined) && (
        <p className={classNames('quiet line-top', css['left'])}>
          This list has the newest {count(dossier.bookings.length)} {noun}s.{' '}
          <Link to={`${path}?search=${encodeURIComponent(dossier.value)}`}>
            {within === undefined ? `All ${count(bookings)} ${noun}s` : `All ${noun}s`}
          </Link>
        </p>
      )}
    </Card>
  );
}

interface BookingEntryProps {
  booking: DossierBooking;
  /** The kind of the dossier: an entry doesn't repeat the plate that the dossier is about. */
  of: DossierKind;
}

function BookingEntry({ booking, of }: BookingEntryProps) {
  const { name, registration, license, offence, location, zone, createdBy } = booking;
  const { path } = useOwnBookings();
  const { kind, Icon } = bookingStages[bookingStage(booking)];
  const plate = registration === '' ? license : shownPlate(registration);
  return (
    <HistoryEntry
      to={`${path}?open=${booking._id}`}
      made={booking}
      kind={kind}
      icon={<Icon size={16} />}
      badge={<BookingBadge booking={booking} />}
      who={of === 'plate' ? name : (joined([plate, name]) ?? '')}
      what={offencesOf(offence)}
      where={joined([location, zone, createdBy.name])}
    />
  );
}

/** A charge per day is on the booking once for each day. */
function offencesOf(offences: DossierBooking['offence']): string {
  const days = new Map<string, number>();
  for (const { name } of offences) days.set(name, (days.get(name) ?? 0) + 1);
  return [...days].map(([name, times]) => (times > 1 ? `${name} × ${times}` : name)).join('; ');
}

/** A collision, with the vehicle and the driver that the dossier is about. */
function CollisionEntry({ collision }: { collision: DossierCollision }) {
  const { vehicle, noOfCars, noOfFatalities, noOfInjuries, location, zone } = collision;
  return (
    <HistoryEntry
      to={recordAddress('collision', collision._id)}
      made={collision}
      kind="crash"
      icon={<IconAlertTriangle size={16} />}
      badge={
        <TicketBadge
          kind="crash"
          icon={<IconAlertTriangle size={14} aria-hidden />}
          label="Accident"
          body={joined([vehicle.make, vehicle.model, vehicle.plate], ' ') ?? undefined}
        />
      }
      who={vehicle.name}
      what={[
        plural(noOfCars, 'vehicle'),
        plural(noOfFatalities, 'fatality', 'fatalities'),
        plural(noOfInjuries, 'injury', 'injuries'),
      ].join(', ')}
      where={joined([location, zone])}
    />
  );
}

interface HistoryEntryProps {
  to: string;
  made: Made;
  kind: BadgeKind;
  /** An icon of size 16. */
  icon: ReactNode;
  badge: ReactNode;
  /** Left out when ''. */
  who: string;
  what: string;
  where: string | null;
}

/** An entry of the history; the whole of it is the link to the record. */
function HistoryEntry({ to, made, kind, icon, badge, who, what, where }: HistoryEntryProps) {
  const madeAt = madeAtOf(made);
  const arrival = arrivalOf(made);
  return (
    <li className={css['entry']}>
      <Link to={to} state={openingState} className={classNames('clickable', css['inside'])}>
        <span className={css['mark']}>
          <IconTile kind={kind} icon={icon} />
        </span>
        <span className="column grow gap-1 anywhere">
          <span className={css['first']}>{badge}</span>
          {who !== '' && <span className={classNames('strong', css['who'])}>{who}</span>}
          <span>{what}</span>
          <span className="small quiet">{where}</span>
        </span>
        <time className={classNames('column flex-none', css['when'])} dateTime={madeAt}>
          <span>{dateOf(madeAt)}</span>
          <span className="small quiet">{clockOf(madeAt)}</span>
          {arrival !== null && <span className="small quiet">{arrival}</span>}
        </time>
      </Link>
    </li>
  );
}
