import { ulid } from 'ulid';
import { z } from 'zod';
import { collisionFactsSchema } from '#contract/collision-facts.ts';
import { perpetrators, witnessTypes } from '#contract/collisions.ts';
import { type NewCollision } from '#contract/new-collisions.ts';
import type { Organisation } from '#contract/places.ts';
import { offenceById } from '#server/features/offences/queries.ts';
import { atLocation, type DemoBooking, demoHistory, nearby, officersOf } from './bookings.ts';
import { momentsOfYear } from './calendar.ts';
import entries from './data/collisions.json' with { type: 'json' };
import { personIn, phoneOf } from './people.ts';
import { createRandom, type Random } from './random.ts';
import { type Scene, sceneNames } from './scenes.ts';
import type { Officer } from './staff.ts';
import { pickKind, plateOf, vehicleOf } from './vehicles.ts';
import { type DemoZone, zones } from './zones.ts';

/** A collision of the demo; times are UTC. */
export interface DemoCollision {
  readonly id: string;
  readonly body: NewCollision;
  readonly organisation: Organisation;
  readonly madeAt: Date;
  readonly madeBy: Officer;
  readonly scenes: readonly Scene[];
}

const collisionsAYear = 60;

/** The course of a collision: `{a}`, `{b}`, `{c}` stand for its vehicles. */
const courseSchema = z.strictObject({
  share: z.number(),
  scene: z.enum(sceneNames),
  vehicles: z.number().int(),
  desc: z.string(),
  seen: z.array(z.tuple([z.enum(witnessTypes), z.string()])),
  perpetrator: z.enum(perpetrators),
  /** The person, for `other`. */
  who: z.string(),
  found: z.string(),
  /** What was said of three in four of them. */
  facts: collisionFactsSchema,
  /**
   * The number of injured with weights, and in how many of a hundred such collisions somebody died.
   */
  injuries: z.array(z.tuple([z.number(), z.number()])),
  deadly: z.number(),
});
type Course = z.infer<typeof courseSchema>;

const courses = entries.map((entry) => {
  const course = courseSchema.parse(entry);
  return [course, course.share] as const;
});

type CrashedVehicle = NewCollision['vehicle'][number];
type KnownIn = (zone: DemoZone, madeAt: number) => CrashedVehicle | undefined;

/** The number of collisions with a vehicle that had been booked more than once. */
const withKnown = 3;

/** The demo's collisions of the year up to `now`, oldest first: the same in every week. */
export function demoCollisions(now: Date): readonly DemoCollision[] {
  const random = createRandom('hanya demo collisions');
  const knownIn = knownVehicles(demoHistory(now, offenceById));
  return momentsOfYear(random, now, collisionsAYear)
    .map((madeAt) => collisionAt(random, madeAt, knownIn))
    .filter(({ madeAt }) => madeAt <= now);
}

function collisionAt(random: Random, madeAt: number, knownIn: KnownIn): DemoCollision {
  const zone = random.weighted(zones);
  const course = random.weighted(courses);
  const known = knownIn(zone, madeAt);
  const drawn = Array.from({ length: course.vehicles }, () => vehicleIn(random, zone));
  const vehicle = known ? [known, ...drawn.slice(1)] : drawn;
  const fill = (text: string) =>
    text.replaceAll(/\{([abc])\}/g, (_match, letter: string) => {
      const { make = '', model = '' } = vehicle['abc'.indexOf(letter)] ?? {};
      return `${make} ${model}`;
    });
  const closer = random.weighted<readonly Scene[]>([
    [[], 45],
    [['skid marks'], 30],
    [['broken glass'], 25],
  ]);
  const made = {
    id: ulid(madeAt, random.number),
    organisation: zone.organisation,
    madeAt: new Date(madeAt),
    madeBy: random.pick(officersOf(zone, ['booking officer', 'operator', 'zonal head'])),
    scenes: [course.scene, ...closer],
    body: {
      zone: zone.name,
      team: `Team ${random.pick(['Alpha', 'Bravo', 'Charlie', 'Delta'])}`,
      location: random.pick(zone.locations),
      desc: fill(course.desc),
      noOfCars: course.vehicles,
      noOfInjuries: random.weighted(course.injuries),
      noOfFatalities: random.chance(course.deadly / 100) ? 1 : 0,
      notes: random.chance(0.3) ? 'The road was clear again within the hour.' : '',
      coming: [],
      vehicle,
      witness: witnessesOf(random, zone, course),
      officer: [
        { perpetrator: course.perpetrator, statement: fill(course.found), type: course.who },
      ],
      position: random.chance(0.85) ? nearby(random, zone) : null,
      // No draw of its own: what was drawn before stays as it was.
      ...(madeAt % 4 > 0 && { facts: { ...course.facts, light: lightAt(madeAt) } }),
    },
  };
  const { location, position } = made.body;
  return {
    ...made,
    body: { ...made.body, position: position && atLocation(position, location, zone) },
  };
}

/** By the hour in Africa/Lagos, where days are about as long all the year. */
function lightAt(madeAt: number): string {
  const hour = (new Date(madeAt).getUTCHours() + 1) % 24;
  if (hour === 6 || hour === 18) return 'dusk or dawn';
  return hour > 6 && hour < 18 ? 'daylight' : 'dark, lit street';
}

/** A vehicle of the zone that had been booked more than once by then, each used only once. */
function knownVehicles(history: readonly DemoBooking[]): KnownIn {
  const booked = history.filter(({ body }) => body.registration !== '');
  const byPlate = Map.groupBy(booked, ({ body }) => body.registration);
  const regulars = [...byPlate].filter(([, bookings]) => bookings.length > 1);
  const used = new Set<string>();
  return (zone, madeAt) => {
    const isKnown = ([plate, bookings]: (typeof regulars)[number]) => {
      const before = bookings.filter((one) => one.madeAt.getTime() < madeAt);
      const isHere = before.every(({ body }) => body.zone === zone.name);
      return before.length > 1 && isHere && !used.has(plate);
    };
    const [plate, [booking] = []] = used.size < withKnown ? (regulars.find(isKnown) ?? []) : [];
    if (plate === undefined || !booking) return undefined;
    used.add(plate);
    const { make, model, name, phoneNo: phone } = booking.body;
    return { plate, make, model, name, phone };
  };
}

function vehicleIn(random: Random, zone: DemoZone): CrashedVehicle {
  const kind = pickKind(random);
  const { make, model } = vehicleOf(random, kind);
  const { name } = personIn(random, zone.mix, kind.womenShare);
  const plate = random.chance(0.94) ? plateOf(random, zone.plates, kind) : '';
  return { plate, make, model, name, phone: phoneOf(random) };
}

function witnessesOf(random: Random, zone: DemoZone, { seen }: Course): NewCollision['witness'] {
  return seen
    .filter(() => random.chance(0.7))
    .map(([type, statement]) => {
      const { name } = personIn(random, zone.mix, 0.4);
      return { type, name, phone: random.chance(0.6) ? phoneOf(random) : '', statement };
    });
}
