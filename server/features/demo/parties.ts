import type { Offence } from '#contract/offences.ts';
import { driverOf, licenceOf, phoneOf } from './drivers.ts';
import type { Random } from './random.ts';
import type { Driver, Return, Returning, Vehicle } from './returning.ts';
import { offencesFor, papersOf } from './rules.ts';
import type { VehicleKind } from './vehicle-kind.ts';
import { plateOf, vehicleOf } from './vehicles.ts';
import type { DemoZone } from './zone.ts';

/** What the demo draws from, and what it has given out already. */
export interface Draws {
  readonly random: Random;
  readonly thisYear: number;
  readonly returning: Returning;
  readonly given: Set<string>;
  readonly offenceById: (id: string) => Offence | undefined;
}

/** Draws until it is none that was given before. */
export function unused(draws: Draws, draw: () => string): string {
  const { given } = draws;
  const drawn = draw();
  if (given.has(drawn)) return unused(draws, draw);
  given.add(drawn);
  return drawn;
}

/** Somebody who is known by plate and licence shows both again. */
export function fittingOffences(
  draws: Draws,
  kind: VehicleKind,
  back: Return | undefined,
): readonly Offence[] {
  const offences = offencesFor(draws.random, kind, draws.offenceById);
  const { licence, plate } = papersOf(offences);
  const fits = !back || (plate && (licence || !back.driver || back.driver.license === ''));
  return fits ? offences : fittingOffences(draws, kind, back);
}

export function vehicleIn(
  draws: Draws,
  zone: DemoZone,
  kind: VehicleKind,
  hasPlate: boolean,
): Vehicle {
  const { random } = draws;
  const registration = hasPlate ? unused(draws, () => plateOf(random, zone.plates, kind)) : '';
  return { ...vehicleOf(random, kind), registration };
}

export function driverIn(
  draws: Draws,
  zone: DemoZone,
  kind: VehicleKind,
  { licence, plate }: { licence: boolean; plate: boolean },
): Driver {
  const { random, thisYear } = draws;
  const hasLicence = !plate || (licence && random.chance(0.8));
  return {
    ...driverOf(random, zone, kind.womenShare, thisYear),
    phoneNo: unused(draws, () => phoneOf(random)),
    license: hasLicence ? unused(draws, () => licenceOf(random, zone.organisation)) : '',
  };
}
