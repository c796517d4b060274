import type { Booking } from '#contract/bookings.ts';
import type { Collision } from '#contract/collisions.ts';
import { nounsOf } from '#contract/records.ts';
import { may, type Role } from '#contract/roles.ts';
import type { User } from '#contract/users.ts';
import { bookingName } from '#web/features/bookings/booking-words.ts';
import { CollisionBadge } from '#web/features/collisions/collision-badge.tsx';
import { collisionName, harmOf } from '#web/features/collisions/collision-words.ts';
import { fullName, standingOf } from '#web/features/users/user-words.ts';
import { bookingReference, collisionReference } from '#web/format/reference.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import { capitalised, joined } from '#web/format/words.ts';
import { bookingsPath } from '#web/records/addresses/bookings-path.ts';
import { dossierAddress } from '#web/records/addresses/dossier-address.ts';
import { BookingBadge } from '#web/records/booking-stage.tsx';
import { type AsAt, knownOfKept } from '#web/records/known/known-plates.ts';
import { openWords, vehicleWords } from '#web/records/known/known-rules.ts';
import type { KeptPlate } from '#web/records/known/plates-on-device.ts';
import { madeAtOf } from '#web/records/made-at.tsx';
import { Plate } from '#web/records/plate.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import {
  IconCarCrash,
  IconDeviceMobile,
  IconFolderOpen,
  IconTicket,
  IconUser,
} from '#web/ui/icons.ts';
import type { Entry, EntryGroup } from './entries.ts';
import { subjectOf } from './palette-rules.ts';
import { type FoundRecord, searchedKinds, type SearchResult } from './use-record-search.ts';

type GoTo = (address: string) => void;

const look = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;
const kinds = { plate: 'plate', license: 'licence', phone: 'phone' } as const;

/** Everything about the plate, licence or phone that the query looks like. */
export function dossierEntries(query: string, goTo: GoTo): EntryGroup {
  const named = subjectOf(query);
  const entry = named && {
    key: 'dossier',
    label: `Dossier for ${kinds[named.of]} ${named.value}`,
    detail: 'All bookings and collisions',
    icon: <IconFolderOpen {...look} />,
    run: () => goTo(dossierAddress(named.of, named.value)),
  };
  return { title: 'Dossier', entries: entry ? [entry] : [] };
}

/** The records that were found, each leading to itself over its list. */
export function recordEntries(found: SearchResult, role: Role, goTo: GoTo): EntryGroup[] {
  if (found.is === 'offline' || found.is === 'searching')
    return found.kept ? [keptEntries(found.kept, goTo)] : [];
  if (found.is !== 'found') return [];
  const groupOf = <Kind extends keyof FoundRecord>(
    kind: Kind,
    rows: readonly FoundRecord[Kind][] = [],
  ): EntryGroup => ({
    title: capitalised(nounsOf(kind)[1]),
    entries: rows.map((row) => entryOf[kind](row, goTo, role)),
  });
  return searchedKinds.map((kind) => groupOf(kind, found.records[kind]));
}

const entryOf: {
  readonly [Kind in keyof FoundRecord]: (
    record: FoundRecord[Kind],
    goTo: GoTo,
    role: Role,
  ) => Entry;
} = { booking: ofBooking, collision: ofCollision, user: ofUser };

/** The plates that this device keeps, each leading to its dossier. */
function keptEntries({ found, readAt }: AsAt<readonly KeptPlate[]>, goTo: GoTo): EntryGroup {
  const entries = found.map((kept): Entry => {
    const known = knownOfKept(kept);
    return {
      key: `kept ${kept.plate}`,
      label: kept.plate,
      shown: <Plate value={kept.plate} />,
      detail: joined([openWords(known) || 'Nothing to pay', vehicleWords(known)]) ?? undefined,
      icon: <IconDeviceMobile {...look} />,
      run: () => goTo(dossierAddress('plate', kept.plate)),
    };
  });
  return { title: `Stored on this device, updated ${momentOf(readAt)}`, entries };
}

function ofBooking(booking: Booking, goTo: GoTo, role: Role): Entry {
  const { _id, registration, name, phoneNo } = booking;
  const reference = bookingReference(_id);
  return {
    key: _id,
    label: `${bookingName(booking)} ${name}`,
    shown: (
      <>
        {registration === '' ? bookingName(booking) : <Plate value={registration} />} {name}
      </>
    ),
    detail: joined([dateOf(madeAtOf(booking)), phoneNo, reference]) ?? undefined,
    mark: <BookingBadge booking={booking} />,
    icon: <IconTicket {...look} />,
    run: () => goTo(`${bookingsPath(may(role, 'see paid bookings'))}?open=${_id}`),
  };
}

function ofCollision(collision: Collision, goTo: GoTo): Entry {
  const { _id } = collision;
  const reference = collisionReference(_id);
  return {
    key: _id,
    label: collisionName(collision),
    detail: joined([dateOf(madeAtOf(collision)), harmOf(collision), reference]) ?? undefined,
    mark: <CollisionBadge collision={collision} short />,
    icon: <IconCarCrash {...look} />,
    run: () => goTo(recordAddress('collision', _id)),
  };
}

function ofUser(user: User, goTo: GoTo): Entry {
  return {
    key: user.id,
    label: fullName(user),
    detail: joined([standingOf(user), user.email]) ?? undefined,
    icon: <IconUser {...look} />,
    run: () => goTo(recordAddress('user', user.id)),
  };
}
