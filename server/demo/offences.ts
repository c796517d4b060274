import type { confiscationOptions } from '#contract/new-bookings.ts';
import type { Offence } from '#contract/offences.ts';
import type { Random } from './random.ts';
import type { VehicleKind } from './vehicles.ts';

type Confiscation = (typeof confiscationOptions)[number];

const withoutLicence: ReadonlySet<string> = new Set(['LGC-01', 'LGC-05', 'MCL-02']);
const withoutPlate: ReadonlySet<string> = new Set(['LGC-08', 'MCL-01']);

const some = (offences: readonly Offence[], ids: ReadonlySet<string>): boolean =>
  offences.some(({ id }) => ids.has(id));

/** True if the driver can show a licence and a plate; the offences chosen never rule out both. */
export function papersOf(offences: readonly Offence[]): { licence: boolean; plate: boolean } {
  return { licence: !some(offences, withoutLicence), plate: !some(offences, withoutPlate) };
}

/**
 * One to three offences that fit the vehicle; for an impounded one sometimes also storage and
 * towing.
 */
export function offencesFor(
  random: Random,
  kind: VehicleKind,
  offenceById: (id: string) => Offence | undefined,
): readonly Offence[] {
  const byId = (id: string): Offence => {
    const offence = offenceById(id);
    if (!offence) throw new Error(`${id} is not in the catalogue of offences.`);
    return offence;
  };
  const { often, sometimes, rarely } = kind.offences;
  const count = random.weighted([
    [1, 62],
    [2, 28],
    [3, 10],
  ]);
  const chosen: Offence[] = [];
  while (chosen.length < count) {
    const tier = random.weighted([
      [often, 60],
      [sometimes, 36],
      [rarely, 4],
    ]);
    const offence = byId(random.pick(tier));
    const { licence, plate } = papersOf([...chosen, offence]);
    if (chosen.includes(offence) || (!licence && !plate)) continue;
    chosen.push(offence);
  }
  if (chosen.length < 3 && isImpounded(chosen) && random.chance(0.4)) {
    const charge = byId(random.chance(0.4) ? kind.towing : kind.storage);
    const once = chosen.includes(charge) ? 0 : 1;
    const days = charge.perDay ? random.between(1, 3 - chosen.length) : once;
    for (let day = 0; day < days; day += 1) chosen.push(charge);
  }
  return chosen;
}

export const isImpounded = (offences: readonly Offence[]): boolean =>
  offences.some(({ penalty }) => penalty.includes('Impounding vehicle'));

/** A document that is missing can't be confiscated. */
const missing: Readonly<Record<string, Confiscation>> = {
  'LGC-11': 'Vehicle License',
  'LGC-12': 'Road Worthiness Certification',
  'LGC-13': 'Insurance Certificate',
  'LCC-04': 'Hackney Permit',
  'LCC-06': 'Stage Carriage Certification',
};

/** The documents confiscated, if any: only those that this driver had. */
export function confiscationsFor(
  random: Random,
  kind: VehicleKind,
  offences: readonly Offence[],
  has: { licence: boolean; plate: boolean },
): Confiscation[] {
  if (random.chance(0.4)) return [];
  const things: Confiscation[] = ['Vehicle License', 'ID Card'];
  if (has.licence) things.push("Driver's License", "Driver's License");
  if (has.plate) things.push('Vehicle Number Plate');
  if (isImpounded(offences)) things.push('Vehicle Keys', 'Vehicle Keys');
  if (kind.series === 'X') things.push('Road Worthiness Certification', 'Hackney Permit');
  else if (kind.series !== 'Q') things.push('Insurance Certificate');
  if (kind.vehicleType === 'Trailer/Tanker') things.push('Delivery Note or Waybill');
  const absent = new Set(offences.map(({ id }) => missing[id]));
  const had = things.filter((thing) => !absent.has(thing));
  const taken = Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => random.pick(had));
  return [...new Set(taken)];
}
