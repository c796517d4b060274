import { type Offence, offenceGroupSchema } from '#contract/offences.ts';
import { alcoholAndDrugs, motorcycle, speed } from './alcohol-motorcycle-speed.ts';
import type { Entry } from './entry.ts';
import { coloursAndRoutes, licenceAndConduct } from './licence-and-routes.ts';
import { majorOffences, storageAndTowing, towingAndOther } from './major-offences-and-towing.ts';
import { lampDefects, signsAndParking } from './signs-and-defects.ts';

/** Charges that a booking may hold several times, once for each day of storage. */
const perDay: ReadonlySet<string> = new Set(['SCC-01', 'SCC-02', 'SCC-03', 'SCC-04']);

function offenceOf([id, name, amount, code, penalty = '']: Entry): Offence {
  const group = offenceGroupSchema.parse(id.slice(0, 3));
  return Object.freeze({ id, group, name, amount, penalty, code, perDay: perDay.has(id) });
}

/** Every offence with its fee in naira, in the order of the groups. */
export const catalogue: readonly Offence[] = Object.freeze(
  [
    licenceAndConduct,
    coloursAndRoutes,
    signsAndParking,
    lampDefects,
    alcoholAndDrugs,
    motorcycle,
    speed,
    majorOffences,
    storageAndTowing,
    towingAndOther,
  ]
    .flat()
    .map(offenceOf),
);
