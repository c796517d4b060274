import { ulid } from 'ulid';
import type { NewBooking, Position } from '#contract/booking-fields.ts';
import type { Offence } from '#contract/offences.ts';
import { type Organisation, stateOfOrganisation } from '#contract/places.ts';
import { clearedAfter, lagosDay, momentsOfYear, paidAfter } from './calendar.ts';
import { driverOf, licenceOf } from './drivers.ts';
import { demoOfficers, type Officer } from './officers.ts';
import { createRandom, type Random, words } from './random.ts';
import { confiscationsFor, isImpounded, offencesFor, papersOf } from './rules.ts';
import { pickKind, plateOf, vehicleOf } from './vehicles.ts';
import type { DemoZone } from './zone.ts';
import { zonesElsewhere } from './zones-elsewhere.ts';
import { kadunaZones } from './zones-kaduna.ts';

/** A booking of the demo and what became of it up to now; times are UTC. */
export interface DemoBooking {
  readonly id: string;
  readonly body: NewBooking;
  readonly organisation: Organisation;
  readonly offences: readonly Offence[];
  readonly billRef: string;
  readonly madeAt: Date;
  readonly madeBy: Officer;
  readonly paidAt: Date | null;
  /** Who asked the gateway when it said paid; null when a sweep did. */
  readonly paymentSeenBy: Officer | null;
  readonly clearedAt: Date | null;
  readonly clearedBy: Officer;
}

const bookingsAYear = 2400;

export const zones = [...kadunaZones, ...zonesElsewhere].map((zone) => [zone, zone.share] as const);

const remarks = [
  'Driver was calm and signed the ticket.',
  'Driver said he did not see the sign.',
  'Passengers were moved to another vehicle.',
  'Second ticket this month.',
  'Driver asked to pay at the bank tomorrow.',
  'Heavy traffic at the time of the offence.',
  'Owner of the vehicle was told by phone.',
];

/** The demo's bookings of the year up to `now`, oldest first: the same for the same day in Lagos. */
export function demoHistory(
  now: Date,
  offenceById: (id: string) => Offence | undefined,
): readonly DemoBooking[] {
  const random = createRandom(`hanya demo ${lagosDay(now)}`);
  const billRefs = new Set<string>();
  // The whole day is drawn first, so that a later start on the same day only adds to an earlier one.
  const year = momentsOfYear(random, now, bookingsAYear).map((madeAt) => {
    const booking = bookingAt(random, now, madeAt, offenceById);
    const billRef = unusedBillRef(random, billRefs);
    billRefs.add(billRef);
    return { ...booking, billRef };
  });
  const billedBy = now.getTime() - 30_000;
  return year.filter(({ madeAt }) => madeAt.getTime() <= billedBy);
}

/** Twelve digits, as the sandbox gives them. */
function unusedBillRef(random: Random, used: ReadonlySet<string>): string {
  const billRef = String(random.between(100_000_000_000, 999_999_999_999));
  return used.has(billRef) ? unusedBillRef(random, used) : billRef;
}

function bookingAt(
  random: Random,
  now: Date,
  madeAt: number,
  offenceById: (id: string) => Offence | undefined,
): Omit<DemoBooking, 'billRef'> {
  const zone = random.weighted(zones);
  const kind = pickKind(random);
  const offences = offencesFor(random, kind, offenceById);
  const madeBy = random.pick(officersOf(zone, ['booking officer', 'operator', 'zonal head']));
  const paidAt = paidAfter(random, madeAt);
  const clearedAt = clearedAfter(random, paidAt);
  const happened = (at: number) => (at <= now.getTime() ? new Date(at) : null);
  const { organisation } = zone;
  const { licence, plate } = papersOf(offences);
  const registration = plate ? plateOf(random, zone.plates, kind) : '';
  const hasLicence = !plate || (licence && random.chance(0.8));
  return {
    id: ulid(madeAt, random.number),
    organisation,
    offences,
    madeAt: new Date(madeAt),
    madeBy,
    paidAt: happened(paidAt),
    paymentSeenBy: random.chance(0.45) ? madeBy : null,
    clearedAt: happened(clearedAt),
    clearedBy: random.pick(officersOf(zone, ['booking officer', 'zonal head'])),
    body: {
      ...driverOf(random, zone, kind.womenShare, now.getUTCFullYear()),
      license: hasLicence ? licenceOf(random, organisation) : '',
      ...vehicleOf(random, kind),
      registration,
      ...sceneOf(random, zone, madeBy, isImpounded(offences)),
      offence: offences.map(({ id }) => ({ id })),
      confiscations: confiscationsFor(random, kind, offences, { licence: hasLicence, plate }),
    },
  };
}

/** Where and by whom: what the booking form asks besides driver and vehicle. */
function sceneOf(random: Random, zone: DemoZone, officer: Officer, impounded: boolean) {
  const position = nearby(random, zone);
  const remark =
    impounded && random.chance(0.5)
      ? 'Vehicle was moved to the command yard.'
      : random.pick(remarks);
  const beat = random.between(1, Math.min(zone.locations.length, 6));
  return {
    zone: zone.name,
    team: `Team ${random.pick(['Alpha', 'Bravo', 'Charlie', 'Delta'])}`,
    location: random.pick(zone.locations),
    notes: random.chance(0.14) ? remark : '',
    eoCode: officer.eoCode,
    beatCode: `${shortName(zone)}-${String(beat).padStart(2, '0')}`,
    position: random.chance(0.85) ? position : null,
  };
}

/** A position in a zone as a device gives it, rather near its middle. */
export function nearby(random: Random, zone: DemoZone): Position {
  const off = () => (random.number() + random.number() - 1) * 0.022;
  return {
    lat: round(zone.lat + off()),
    lng: round(zone.lng + off()),
    accuracy: random.between(4, 45),
  };
}

/** SG for Sabon Gari, ZAR for Zaria. */
function shortName({ name }: DemoZone): string {
  const initials = words(name.replaceAll(/[-/]/g, ' ')).map((word) => word.charAt(0));
  return (initials.length > 1 ? initials.join('') : name.slice(0, 3)).toUpperCase();
}

/** Six decimals, as devices give: about ten centimetres. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

export function officersOf(zone: DemoZone, roles: readonly Officer['role'][]): readonly Officer[] {
  const state = stateOfOrganisation(zone.organisation);
  return demoOfficers.filter(
    (officer) =>
      officer.state === state && officer.zone === zone.name && roles.includes(officer.role),
  );
}
