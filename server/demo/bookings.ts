import { ulid } from 'ulid';
import { bookingFields, each, type Position } from '#contract/booking-fields.ts';
import type { NewBooking } from '#contract/new-bookings.ts';
import type { Offence } from '#contract/offences.ts';
import { type Organisation, stateOfOrganisation } from '#contract/places.ts';
import { clearedAfter, momentsOfYear, paidAfter } from './calendar.ts';
import { confiscationsFor, isImpounded, offencesFor, papersOf } from './offences.ts';
import { driverOf, licenceOf, phoneOf } from './people.ts';
import { createRandom, type Random, words } from './random.ts';
import {
  createReturning,
  type Driver,
  type Return,
  type Returning,
  type Vehicle,
} from './returning.ts';
import { demoOfficers, type Officer } from './staff.ts';
import { pickKind, plateOf, type VehicleKind, vehicleOf } from './vehicles.ts';
import { type DemoZone, zones } from './zones.ts';

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
  /** The officer who asked the gateway when it said paid; null for a sweep. */
  readonly paymentSeenBy: Officer | null;
  readonly clearedAt: Date | null;
  readonly clearedBy: Officer;
}

const bookingsAYear = 2400;
const thirtyDays = 30 * 86_400_000;

const remarks = [
  'Driver was calm and signed the ticket.',
  'Driver said he did not see the sign.',
  'Passengers were moved to another vehicle.',
  'Driver asked to pay at the bank tomorrow.',
  'Heavy traffic at the time of the offence.',
  'Owner of the vehicle was told by phone.',
];

/** A booking of the demo with times to come, in UTC milliseconds; Infinity means never. */
type Drawn = Omit<DemoBooking, 'paidAt' | 'clearedAt'> & {
  readonly paidAt: number;
  readonly clearedAt: number;
};

/** Documents without which a vehicle may not drive on. */
const neededToDrive: readonly string[] = ['Vehicle Keys', 'Vehicle Number Plate'];

/**
 * The demo's bookings of the year up to `now`, oldest first. They are the same whenever they are
 * drawn, but for the last days of a week that isn't over.
 */
export function demoHistory(
  now: Date,
  offenceById: (id: string) => Offence | undefined,
): readonly DemoBooking[] {
  const random = createRandom('hanya demo');
  const returning = createReturning(random);
  const thisYear = now.getUTCFullYear();
  const draws = { random, thisYear, returning, used: new Set<string>(), offenceById };
  const dateIfPast = (at: number) => (at <= now.getTime() ? new Date(at) : null);
  // A week is drawn whole, so that a later start in it only adds bookings.
  const year = momentsOfYear(random, now, bookingsAYear).map((madeAt) => bookingAt(draws, madeAt));
  // By then its bill would be made.
  const latestMadeAt = now.getTime() - 30_000;
  return year
    .filter(({ madeAt }) => madeAt.getTime() <= latestMadeAt)
    .map((drawn) => ({
      ...drawn,
      paidAt: dateIfPast(drawn.paidAt),
      clearedAt: dateIfPast(drawn.clearedAt),
    }));
}

function bookingAt(draws: Sources, madeAt: number): Drawn {
  const { random, returning } = draws;
  const zone = random.weighted(zones);
  const returnee = returning.next(zone, madeAt);
  const kind = returnee?.kind ?? pickKind(random);
  const offences = drawFittingOffences(draws, kind, returnee);
  const papers = papersOf(offences);
  const vehicle = returnee?.vehicle ?? vehicleIn(draws, zone, kind, papers.plate);
  const driver = returnee?.driver ?? driverIn(draws, zone, kind, papers);
  const has = { licence: driver.license !== '', plate: papers.plate };
  const confiscations = confiscationsFor(random, kind, offences, has);
  const madeBy = random.pick(officersOf(zone, ['booking officer', 'operator', 'zonal head']));
  const paidAt = returnee?.owes ? Infinity : paidAfter(random, madeAt);
  const clearedAt = clearedAfter(random, paidAt);
  const impounded = isImpounded(offences);
  const isHeld = impounded || confiscations.some((thing) => neededToDrive.includes(thing));
  const freeAt = isHeld ? clearedAt : madeAt;
  if (!returnee) returning.meet({ zone, kind, vehicle, driver, at: madeAt, paidAt, freeAt });
  return {
    id: ulid(madeAt, random.number),
    organisation: zone.organisation,
    offences,
    // Twelve digits, as the sandbox gives them.
    billRef: unused(draws, () => String(random.between(100_000_000_000, 999_999_999_999))),
    madeAt: new Date(madeAt),
    madeBy,
    paidAt,
    paymentSeenBy: random.chance(0.45) ? madeBy : null,
    clearedAt,
    clearedBy: random.pick(officersOf(zone, ['booking officer', 'zonal head'])),
    body: {
      ...each(bookingFields, '' as const),
      ...driver,
      ...vehicle,
      ...sceneOf(random, zone, madeBy, remarkOn(random, madeAt, impounded, returnee)),
      offence: offences.map(({ id }) => ({ id })),
      confiscations,
      signature: '',
      replaces: '',
    },
  };
}

/** The sources that the demo draws from, and the plates and numbers used already. */
interface Sources {
  readonly random: Random;
  readonly thisYear: number;
  readonly returning: Returning;
  readonly used: Set<string>;
  readonly offenceById: (id: string) => Offence | undefined;
}

/** Sources again until the value is new. */
function unused(draws: Sources, draw: () => string): string {
  const { used } = draws;
  const drawn = draw();
  if (used.has(drawn)) return unused(draws, draw);
  used.add(drawn);
  return drawn;
}

/** Sources again while the offences would take away a plate or licence that a returning driver has. */
function drawFittingOffences(
  draws: Sources,
  kind: VehicleKind,
  returnee: Return | undefined,
): readonly Offence[] {
  const offences = offencesFor(draws.random, kind, draws.offenceById);
  const { licence, plate } = papersOf(offences);
  const fits =
    !returnee || (plate && (licence || !returnee.driver || returnee.driver.license === ''));
  return fits ? offences : drawFittingOffences(draws, kind, returnee);
}

function vehicleIn(draws: Sources, zone: DemoZone, kind: VehicleKind, hasPlate: boolean): Vehicle {
  const { random } = draws;
  const registration = hasPlate ? unused(draws, () => plateOf(random, zone.plates, kind)) : '';
  return { ...vehicleOf(random, kind), registration };
}

function driverIn(
  draws: Sources,
  zone: DemoZone,
  kind: VehicleKind,
  { licence, plate }: { licence: boolean; plate: boolean },
): Driver {
  const { random, thisYear } = draws;
  // A booking without a plate needs a licence.
  const hasLicence = !plate || (licence && random.chance(0.8));
  return {
    ...driverOf(random, zone, kind.womenShare, thisYear),
    phoneNo: unused(draws, () => phoneOf(random)),
    license: hasLicence ? unused(draws, () => licenceOf(random, zone.organisation)) : '',
  };
}

function remarkOn(
  random: Random,
  madeAt: number,
  impounded: boolean,
  returnee: Return | undefined,
): string {
  if (returnee?.onceBefore !== undefined && madeAt - returnee.onceBefore < thirtyDays)
    return 'Second ticket in thirty days.';
  if (!random.chance(0.14)) return '';
  return impounded && random.chance(0.5)
    ? 'Vehicle was moved to the command yard.'
    : random.pick(remarks);
}

/** The booking form's place and officer. */
function sceneOf(random: Random, zone: DemoZone, officer: Officer, notes: string) {
  const position = nearby(random, zone);
  const beat = random.between(1, Math.min(zone.locations.length, 6));
  const team = `Team ${random.pick(['Alpha', 'Bravo', 'Charlie', 'Delta'])}`;
  const location = random.pick(zone.locations);
  return {
    zone: zone.name,
    team,
    location,
    notes,
    eoCode: officer.eoCode,
    beatCode: `${shortName(zone)}-${String(beat).padStart(2, '0')}`,
    position: random.chance(0.85) ? atLocation(position, location, zone) : null,
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

/** The position moved to within some 200 metres of a location, which has one place in its zone. */
export function atLocation(position: Position, location: string, zone: DemoZone): Position {
  const spot = nearby(createRandom(`${zone.name}, ${location}`), zone);
  const near = (of: 'lat' | 'lng') => round(spot[of] + (position[of] - zone[of]) / 12);
  return { ...position, lat: near('lat'), lng: near('lng') };
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
