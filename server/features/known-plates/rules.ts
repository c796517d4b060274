import { createHash } from 'node:crypto';
import { identifies } from '#contract/identities.ts';
import type { KnownPlates } from '#contract/known-plates.ts';
import type { Scope } from '#server/http/caller.ts';

/** All who are told the same. */
export interface Audience {
  readonly scope: Scope;
  /** True if paid and withdrawn bookings are open to the role. */
  readonly seesPaid: boolean;
}

/** A position in the outbox of an installation: what earlier transactions wrote was read. */
export interface Position {
  readonly epoch: string;
  readonly xid: string;
}

/** The position as a device says it; it counts for the same audience alone. */
export const cursorText = ({ epoch, xid }: Position, audience: Audience): string =>
  `${epoch}.${xid}.${nameOf(audience)}`;

export function readCursor(text: string | undefined, audience: Audience): Position | undefined {
  const [, epoch, xid, name] = /^(\w{1,64})\.(\d{1,19})\.([\w-]{8})$/.exec(text ?? '') ?? [];
  if (epoch === undefined || xid === undefined || name !== nameOf(audience)) return undefined;
  return { epoch, xid };
}

function nameOf({ scope: { organisation, zone, demo }, seesPaid }: Audience): string {
  const text = JSON.stringify([organisation, zone, demo, seesPaid]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** The description of a vehicle; null without any. */
interface Described {
  readonly make: string | null;
  readonly model: string | null;
  readonly color: string | null;
  readonly vehicleType: string | null;
}

interface BookingRow extends Described {
  readonly id: string;
  readonly ticketCode: string;
  readonly plate: string;
  readonly withdrawn: 0 | 1;
  readonly priceKobo: number;
  readonly madeAt: number;
  readonly dueDay: string;
}

/** A changed plate may have no booking any more that the audience sees. */
interface PlateRow extends Described {
  readonly plate: string;
  readonly bookings: number;
  readonly paid: number;
  readonly lastSeen: number | null;
}

/** The rows as they were read, and how far the outbox is in them; null for none. */
export interface Read extends Position {
  readonly readAt: Date;
  readonly bookings: readonly BookingRow[] | null;
  readonly plates: readonly PlateRow[] | null;
}

/** Everything but the cursor. */
export type PlatesRead = Omit<KnownPlates, 'cursor'> & { readonly position: Position };

/** The rows as columns, which are told in a third of the bytes. */
export function platesRead(
  { epoch, xid, readAt, ...read }: Read,
  rest: Pick<KnownPlates, 'whole' | 'gone'>,
): PlatesRead {
  const { vehicles, place } = describeOnce();
  const bookings = read.bookings ?? [];
  const plates = (read.plates ?? []).filter(({ plate }) => identifies('plate', plate));
  return {
    ...rest,
    position: { epoch, xid },
    readAt: readAt.toISOString(),
    vehicles,
    bookings: {
      id: bookings.map((row) => row.id),
      ticketCode: bookings.map((row) => row.ticketCode),
      plate: bookings.map((row) => row.plate),
      withdrawn: bookings.map((row) => row.withdrawn),
      price: bookings.map((row) => row.priceKobo / 100),
      madeAt: bookings.map((row) => row.madeAt),
      dueDay: bookings.map((row) => row.dueDay),
      vehicle: bookings.map(place),
    },
    plates: {
      plate: plates.map((row) => row.plate),
      bookings: plates.map((row) => row.bookings),
      paid: plates.map((row) => row.paid),
      lastSeen: plates.map((row) => row.lastSeen ?? 0),
      vehicle: plates.map(place),
    },
  };
}

/** Keeps each description of a vehicle once, as columns; `place` answers where a description stands. */
function describeOnce() {
  const places = new Map<string, number>();
  const vehicles = {
    make: [] as string[],
    model: [] as string[],
    color: [] as string[],
    vehicleType: [] as string[],
  };
  function place({ make, model, color, vehicleType }: Described): number {
    const key = JSON.stringify([make, model, color, vehicleType]);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, vehicles.make.length);
    vehicles.make.push(make ?? '');
    vehicles.model.push(model ?? '');
    vehicles.color.push(color ?? '');
    vehicles.vehicleType.push(vehicleType ?? '');
    return vehicles.make.length - 1;
  }
  return { vehicles, place };
}
