import { identifies, identityKey } from '#contract/identities.ts';
import type { KnownPlates } from '#contract/known-plates.ts';

/** A booking as the device keeps it. */
export interface KeptBooking {
  id: string;
  ticketCode: string;
  plate: string;
  withdrawn: boolean;
  /** Naira. */
  price: number;
  /** Milliseconds, UTC. */
  madeAt: number;
  /** In Africa/Lagos; '' without one. */
  dueDay: string;
}

interface KeptVehicle {
  make: string;
  model: string;
  color: string;
  vehicleType: string;
}

/** A plate on the device. */
export interface KeptPlate {
  /** As it was written last. */
  plate: string;
  /** Unpaid and withdrawn ones, the newest first. */
  bookings: KeptBooking[];
  /** The number of bookings, if more than one, and how many of them were paid. */
  often: { bookings: number; paid: number } | null;
  /** Milliseconds, UTC. */
  lastSeen: number;
  vehicle: KeptVehicle;
}

/** The device's plates, ready to look up. */
export interface PlatesOnDevice {
  /** By the key that all spellings of a plate share. */
  byPlate: ReadonlyMap<string, KeptPlate>;
  byId: ReadonlyMap<string, KeptBooking>;
  /** The time of the server's read: milliseconds, UTC. */
  readAt: number;
}

/** Makes an answer of the server ready to look up. */
export function platesOnDevice(told: KnownPlates): PlatesOnDevice {
  const byPlate = new Map<string, KeptPlate>();
  const byId = new Map<string, KeptBooking>();
  const { bookings, plates } = told;
  for (const [row, plate] of plates.plate.entries()) {
    if (!identifies('plate', plate)) continue;
    byPlate.set(identityKey('plate', plate), {
      plate,
      bookings: [],
      often: { bookings: plates.bookings[row] ?? 0, paid: plates.paid[row] ?? 0 },
      lastSeen: (plates.lastSeen[row] ?? 0) * 1_000,
      vehicle: vehicleAt(told, plates.vehicle[row]),
    });
  }
  for (const [row, id] of bookings.id.entries()) {
    const booking = {
      id,
      ticketCode: bookings.ticketCode[row] ?? '',
      plate: bookings.plate[row] ?? '',
      withdrawn: bookings.withdrawn[row] === 1,
      price: bookings.price[row] ?? 0,
      madeAt: (bookings.madeAt[row] ?? 0) * 1_000,
      dueDay: bookings.dueDay[row] ?? '',
    };
    byId.set(id, booking);
    if (!identifies('plate', booking.plate)) continue;
    const key = identityKey('plate', booking.plate);
    const known = byPlate.get(key) ?? {
      plate: booking.plate,
      bookings: [],
      often: null,
      lastSeen: booking.madeAt,
      vehicle: vehicleAt(told, bookings.vehicle[row]),
    };
    known.bookings.push(booking);
    known.lastSeen = Math.max(known.lastSeen, booking.madeAt);
    byPlate.set(key, known);
  }
  for (const { bookings } of byPlate.values())
    bookings.sort((one, other) => other.madeAt - one.madeAt);
  return { byPlate, byId, readAt: Date.parse(told.readAt) };
}

function vehicleAt({ vehicles }: KnownPlates, place = -1): KeptVehicle {
  const { make, model, color, vehicleType } = vehicles;
  return {
    make: make[place] ?? '',
    model: model[place] ?? '',
    color: color[place] ?? '',
    vehicleType: vehicleType[place] ?? '',
  };
}

/** The device's plates with later changes, as if all had been told at once. */
export function withChanges(kept: KnownPlates | null, told: KnownPlates): KnownPlates {
  if (kept === null || told.whole) return told;
  const { vehicles, placeOf } = collectVehicles();
  const replaced = new Set([...told.bookings.id, ...told.gone]);
  const counted = new Set(told.plates.plate.map((plate) => identityKey('plate', plate)));
  const bookings = rowsOf(kept.bookings).filter(({ id }) => !replaced.has(id));
  const plates = rowsOf(kept.plates).filter(
    ({ plate }) => !counted.has(identityKey('plate', plate)),
  );
  // A plate that was booked once is told too, since it may have been more before.
  const often = rowsOf(told.plates).filter((row) => row.bookings > 1);
  const moved =
    (of: KnownPlates) =>
    <Row extends { vehicle: number }>(row: Row): Row => ({
      ...row,
      vehicle: placeOf(of, row.vehicle),
    });
  const allBookings = [...rowsOf(told.bookings).map(moved(told)), ...bookings.map(moved(kept))];
  const allPlates = [...often.map(moved(told)), ...plates.map(moved(kept))];
  return {
    whole: true,
    cursor: told.cursor,
    readAt: told.readAt,
    bookings: columnsOf(kept.bookings, allBookings),
    plates: columnsOf(kept.plates, allPlates),
    vehicles,
    gone: [],
  };
}

type Columns = Record<string, readonly (string | number)[]>;
type RowOf<Of extends Columns> = { [Name in keyof Of]: Of[Name][number] };

function rowsOf<Of extends Columns>(columns: Of): RowOf<Of>[] {
  const names = Object.keys(columns);
  const rows = columns[names[0] ?? ''] ?? [];
  return rows.map(
    (_, row) => Object.fromEntries(names.map((name) => [name, columns[name]?.[row]])) as RowOf<Of>,
  );
}

/** The rows as columns again, with the same names. */
function columnsOf<Of extends Columns>(like: Of, rows: readonly RowOf<Of>[]): Of {
  const names = Object.keys(like);
  const columns: Columns = Object.fromEntries(
    names.map((name) => [name, rows.map((row) => row[name] ?? '')]),
  );
  return columns as Of;
}

/** Collects descriptions of vehicles, each once; `placeOf` answers where one stands. */
function collectVehicles() {
  const vehicles: KnownPlates['vehicles'] = { make: [], model: [], color: [], vehicleType: [] };
  const places = new Map<string, number>();
  function placeOf(told: KnownPlates, place: number): number {
    const vehicle = vehicleAt(told, place);
    const key = JSON.stringify(vehicle);
    const known = places.get(key);
    if (known !== undefined) return known;
    const next = vehicles.make.length;
    places.set(key, next);
    vehicles.make.push(vehicle.make);
    vehicles.model.push(vehicle.model);
    vehicles.color.push(vehicle.color);
    vehicles.vehicleType.push(vehicle.vehicleType);
    return next;
  }
  return { vehicles, placeOf };
}
