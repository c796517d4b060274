import { z } from 'zod';
import { act } from '../../act.ts';
import { answer, instant } from '../../answers.ts';
import { dayRange } from '../../day-range.ts';
import { endpoint } from '../../endpoint.ts';
import { daysInOrder, daysReversed, placeAndDays, placeFilters } from '../../list-filters.ts';
import { organisationSchema } from '../../places.ts';
import { requiredText } from '../../text.ts';

/** Days read unless others are asked for: three years. */
export const spotDays = 3 * 365;
/** Positions read at most, the newest. */
export const mostSpotRecords = 20_000;
/** Spots answered at most, those that rank first. */
export const mostSpots = 100;
/** Collisions below which a spot shows no trend. */
export const leastForTrend = 10;
/** Positions below which no test against chance is made. */
export const leastForChance = 200;
/** Collisions below which hours are counted in bands of four. */
export const leastForHours = 100;
/** A collision's weight by its severity: an agreed scale. */
export const severityWeights = { fatal: 12, injury: 3, damage: 1 } as const;

const chosen = (what: string, least: number, most: number, usual: number) => {
  const error = `Select a ${what} from ${least} to ${most}.`;
  return z.coerce.number(error).int(error).min(least, error).max(most, error).default(usual);
};

/** How far apart collisions of one spot lie at most, in metres, and how many a spot has at least. */
export const spotMeasures = {
  metres: chosen('distance in metres', 100, 500, 150),
  least: chosen('least number of collisions', 3, 5, 4),
};

const count = z.number().int();

/** A note has room beside two others on the printed picture. */
export const mostNoteCharacters = 280;

/** The newest words of what was done at a place. */
const placeNoteSchema = z.strictObject({ words: z.string(), by: z.string(), at: instant });
export type PlaceNote = z.infer<typeof placeNoteSchema>;

/** A place where collisions lie close. Counts are of collisions, `killed` and `injured` of persons. */
const blackSpotSchema = z.strictObject({
  /** It is a place name of the authority's records; else the location that most collisions name. */
  name: z.string(),
  zone: z.string(),
  /** Degrees north and east: the mean of its collisions; the circle of `radius` metres holds them all. */
  lat: z.number(),
  lng: z.number(),
  radius: count,
  collisions: count,
  /** Collisions by severity, which follows from the numbers of killed and injured alone. */
  fatal: count,
  injury: count,
  damage: count,
  killed: count,
  injured: count,
  /** The sum of `severityWeights`; and the same after shrinkage, by which spots rank. */
  weighted: count,
  shrunk: z.number(),
  /** Null where no test was made. */
  moreThanByChance: z.boolean().nullable(),
  /** Collisions in each half of the days; null for fewer than `leastForTrend`. */
  halves: z.array(count).length(2).nullable(),
  /** Collisions that the list shows in the circle: also those that weren't clustered. */
  listed: count,
  /** Null where nobody wrote what was done there. */
  note: placeNoteSchema.nullable(),
});
export type BlackSpot = z.infer<typeof blackSpotSchema>;

const weekHours = z.strictObject({
  /** The band's first hour in Africa/Lagos. */
  hour: count,
  /** Monday to Sunday; levels from 0, for none, to 4 are quartiles of the counts that aren't 0. */
  days: z.array(z.strictObject({ count, level: count })).length(7),
  killed: count,
  injured: count,
});

const blackSpotsSchema = z.strictObject({
  ...dayRange,
  /** The collisions read, at most the newest `mostSpotRecords`; with `isCut` there were more. */
  read: count,
  isCut: z.boolean(),
  /** Of `read`: these and `clustered` add up to it. */
  withoutPosition: count,
  /** Positions beyond the organisation's state, by five kilometres or more. */
  elsewhere: count,
  /** Positions that three or more collisions share to the last digit: entered at a desk. */
  atDesk: count,
  /** With an accuracy worse than half of `metres`. */
  inaccurate: count,
  clustered: count,
  /** False where fewer than `leastForChance` were clustered: no test against chance is made. */
  isTested: z.boolean(),
  /** In the order of their ranks. */
  spots: z.array(blackSpotSchema).max(mostSpots),
  /** Collisions read, and persons, by main cause; '' where none was said. The most frequent first. */
  causes: z.array(
    z.strictObject({ cause: z.string(), collisions: count, killed: count, injured: count }),
  ),
  /**
   * The estimated cost of harm in naira, to two digits: `lives` times `perHead`, the product a head, for
   * each person killed, and the part `serious` of that for each seriously injured. `least` takes the
   * `graded` alone for those, `most` all injured. Null without the setting.
   */
  cost: z
    .strictObject({
      perHead: count,
      lives: count,
      serious: z.number(),
      year: count,
      source: z.string(),
      graded: count,
      least: z.number(),
      most: z.number(),
    })
    .nullable(),
  /** Every collision read, by the hour at which it was recorded. */
  week: z.strictObject({
    /** Hours of each row. */
    band: z.literal([1, 4]),
    rows: z.array(weekHours),
  }),
});
export type BlackSpots = z.infer<typeof blackSpotsSchema>;

const spotsAsked = z
  .strictObject({ ...placeAndDays, ...spotMeasures })
  .refine(daysInOrder, daysReversed);

/**
 * Where and when the collisions of some days (Africa/Lagos, both included) lie close: clusters by
 * DBSCAN, ranked by weight after shrinkage. Without `from`, the `spotDays` that end with `to` or
 * today. 403 for a place beyond the caller's scope.
 */
export const readBlackSpots = endpoint({
  method: 'GET',
  path: '/api/v1/collision/black-spots',
  permission: 'see black spots',
  audit: null,
  query: spotsAsked,
  response: answer(blackSpotsSchema),
});

/** Days that harm and enforcement are compared over at most: the last of those asked for. */
export const enforcementDays = 92;
/** Collisions below which harm and tickets get no words. */
export const leastForGaps = 30;

/** Harm against enforcement, in a zone and four hours. Much and many are more than an equal share. */
export const gapWords = [
  'much harm, few bookings',
  'much harm, many bookings',
  'little harm, many bookings',
  'little harm, few bookings',
] as const;

const percent = z.number();

const gapSchema = z.strictObject({
  organisation: organisationSchema,
  zone: z.string(),
  /** The first of four hours in Africa/Lagos. */
  hour: count,
  collisions: count,
  fatal: count,
  /** Tickets of `harmfulOffences`, without withdrawn ones. */
  tickets: count,
  /** Of all weighted harm, and of all such tickets, in percent with one decimal. */
  harmShare: percent,
  ticketShare: percent,
  /** Percentage points: the share of harm less that of tickets. */
  gap: percent,
  /** Null where fewer than `leastForGaps` collisions were counted. */
  says: z.enum(gapWords).nullable(),
});
export type Gap = z.infer<typeof gapSchema>;

/**
 * Where and when the harm of collisions and the tickets of offences that cause such harm part, the
 * widest gap first, of the last `enforcementDays` at most of the days asked for (Africa/Lagos). A
 * record counts at the hour at which it was made. 403 for a place beyond the caller's scope.
 */
export const readEnforcement = endpoint({
  method: 'GET',
  path: '/api/v1/collision/enforcement',
  permission: 'see black spots',
  audit: null,
  query: z.strictObject(placeAndDays).refine(daysInOrder, daysReversed),
  response: answer(z.strictObject({ ...dayRange, gaps: z.array(gapSchema) })),
});

/**
 * The same of one organisation on a sheet of A4, with the period before. 400 where an organisation
 * must be chosen, 403 for a place beyond the caller's scope.
 */
export const exportSpotPicture = endpoint({
  method: 'GET',
  path: '/api/v1/collision/black-spots/picture',
  permission: 'see black spots',
  audit: 'report.exported',
  query: spotsAsked,
  download: ['application/pdf'],
  response: z.string(),
});

const degrees = (name: string, most: number) => {
  const error = `Enter the ${name} in degrees.`;
  return z.number(error).min(-most, error).max(most, error);
};

/** Adds what was done at a place, which lies in `zone`. Earlier notes are kept. 403 beyond the scope. */
export const notePlace = act({
  method: 'POST',
  path: '/api/v1/collision/black-spots/notes',
  permission: 'settle collisions',
  of: 'organisation',
  audit: 'place.noted',
  final: true,
  body: z.strictObject({
    ...placeFilters,
    zone: placeFilters.zone.unwrap(),
    lat: degrees('latitude', 90),
    lng: degrees('longitude', 180),
    words: requiredText(mostNoteCharacters, 'Enter what was done.'),
  }),
  response: answer(placeNoteSchema),
});
