import { each } from '#contract/booking-fields.ts';
import {
  type DossierKind,
  driverFactNames,
  type DriverFacts,
  driverFactsSchema,
  type Known,
  type Related,
  vehicleFactNames,
  type VehicleFacts,
  vehicleFactsSchema,
} from '#contract/dossiers.ts';
import { identifies, identityKey } from '#contract/identities.ts';
import { nameKey } from '#contract/names.ts';
import type { BookingRow, CollisionRow, Found } from './rows.ts';

type Records = Pick<Found, 'bookings' | 'crashes'>;

/**
 * Milliseconds: the length of a shift. A form warns of bookings this recent, which it may be about
 * to repeat.
 */
const recentMs = 12 * 3_600_000;
/** At most so many related plates, licences and phones of each kind. */
const relatedLimit = 6;

/** The sums and facts of what was found. `now` is in milliseconds (UTC). */
export function summaryOf(of: DossierKind, found: Found): Omit<Known, 'lately'> {
  const { sums, crashSums } = found;
  const seen = [sums.first, sums.last, crashSums.first, crashSums.last]
    .filter((at) => at !== null)
    .sort();
  return {
    open: {
      count: sums.open,
      sum: sums.openSum,
      ...(sums.overdue > 0 && { overdue: sums.overdue }),
      ...(sums.obligations > 0 && { obligations: sums.obligations }),
    },
    paid: { count: sums.paid, sum: sums.paidSum },
    ...(sums.more ? { within: sums.read } : {}),
    collisions: crashSums.count,
    firstSeen: seen[0] ?? null,
    lastSeen: seen.at(-1) ?? null,
    vehicle: vehicleOf(of, found),
    driver: driverOf(of, found),
  };
}

/**
 * Bookings so recent that a new one may repeat them. A withdrawn one doesn't count: it may be
 * booked again.
 */
export function latelyOf({ bookings }: Records, now: number): BookingRow[] {
  return bookings.filter(
    ({ createdAt, captured, withdrawn }) =>
      !withdrawn && now - Date.parse(captured?.madeAt ?? createdAt) < recentMs,
  );
}

/**
 * The vehicle as last recorded. Under its plate, each fact is the last one given. Under a licence
 * or phone it is the vehicle last driven, with its own facts only: facts of two vehicles would
 * describe a third.
 */
function vehicleOf(of: DossierKind, { bookings, crashes }: Records): VehicleFacts | null {
  const rows = bookings.map((row) => vehicleFactsSchema.strip().parse(row));
  const crashed = crashes.map(({ vehicle: { plate, make, model } }) => ({
    ...noVehicle,
    registration: plate,
    make,
    model,
  }));
  if (of === 'plate') return merged([...rows, ...crashed]);
  return [...rows, ...crashed].find((facts) => isGiven(facts)) ?? null;
}

/**
 * The driver as last recorded. Under a licence or phone, each fact is the last one given for that
 * name. Under a plate it is the person who drove last, with their own facts only.
 */
function driverOf(of: DossierKind, { bookings, crashes }: Records): DriverFacts | null {
  const rows = bookings.map((row) => driverFactsSchema.strip().parse(row));
  const crashed = crashes.map(({ vehicle: { name, phone } }) => ({
    ...noDriver,
    name,
    phoneNo: phone,
  }));
  const all = [...rows, ...crashed].filter((facts) => isGiven(facts));
  const last = all[0];
  if (!last || of === 'plate') return last ?? null;
  return merged(all.filter(({ name }) => sameName(name, last.name)));
}

const noVehicle = each(vehicleFactNames, '');
const noDriver = each(driverFactNames, '');

const isGiven = (facts: Readonly<Record<string, string>>): boolean =>
  Object.values(facts).some((value) => value !== '');

/** Each fact from the first row that has it; null when none has. */
function merged<Facts extends Record<string, string>>(rows: readonly Facts[]): Facts | null {
  const [first, ...rest] = rows;
  if (!first) return null;
  const facts: Record<string, string> = { ...first };
  for (const row of rest)
    for (const [name, value] of Object.entries(row)) if (facts[name] === '') facts[name] = value;
  return isGiven(facts) ? (facts as Facts) : null;
}

const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** The value as last written down, else as it was asked for. */
export function valueOf(of: DossierKind, asked: string, records: Records): string {
  const key = identityKey(of, asked);
  const written = namesIn(records).find(
    (name) => name.of === of && identityKey(of, name.value) === key,
  );
  return written?.value ?? asked.trim().toUpperCase();
}

interface Name {
  readonly of: DossierKind;
  readonly value: string;
  readonly note: string;
  readonly booking: string | null;
}

function namesIn({ bookings, crashes }: Records): Name[] {
  return [...bookings.flatMap(namesOfBooking), ...crashes.flatMap(namesOfCrash)].filter(
    ({ of, value }) => identifies(of, value),
  );
}

function namesOfBooking(row: BookingRow): Name[] {
  const { _id: booking, registration, license, name, phoneNo, phoneTwo, make, model } = row;
  return [
    { of: 'plate', value: registration, note: `${make} ${model}`.trim(), booking },
    { of: 'license', value: license, note: name, booking },
    { of: 'phone', value: phoneNo, note: name, booking },
    { of: 'phone', value: phoneTwo, note: name, booking },
  ];
}

function namesOfCrash({ vehicle }: CollisionRow): Name[] {
  const { plate, phone, make, model, name } = vehicle;
  return [
    { of: 'plate', value: plate, note: `${make} ${model}`.trim(), booking: null },
    { of: 'phone', value: phone, note: name, booking: null },
  ];
}

/** The other plates, licences and phones on the same records, the most frequent of each kind first. */
export function relatedTo(of: DossierKind, asked: string, records: Records): Related[] {
  const known = new Map<string, Related & { ids: Set<string> }>();
  for (const name of namesIn(records)) {
    const key = `${name.of} ${identityKey(name.of, name.value)}`;
    if (key === `${of} ${identityKey(of, asked)}`) continue;
    const { booking, ...rest } = name;
    const entry = known.get(key) ?? { ...rest, bookings: 0, ids: new Set() };
    if (entry.note === '') entry.note = name.note;
    if (booking !== null) entry.ids.add(booking);
    known.set(key, entry);
  }
  const all = [...known.values()].map(({ ids, ...entry }) => ({ ...entry, bookings: ids.size }));
  return (['plate', 'license', 'phone'] as const).flatMap((kind) =>
    all
      .filter((entry) => entry.of === kind)
      .sort((one, other) => other.bookings - one.bookings)
      .slice(0, relatedLimit),
  );
}
