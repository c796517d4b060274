import type { driverOf } from './people.ts';
import type { Random } from './random.ts';
import type { VehicleKind, vehicleOf } from './vehicles.ts';
import type { DemoZone } from './zones.ts';

const day = 86_400_000;

/** A vehicle with its plate, `''` where none could be shown. */
export type Vehicle = ReturnType<typeof vehicleOf> & { readonly registration: string };
/** A driver with the numbers of licence and phone; `''` for no licence. */
export type Driver = ReturnType<typeof driverOf> & {
  readonly license: string;
  readonly phoneNo: string;
};

/** A vehicle that was booked, who drove it, and what became of it; times are UTC, in milliseconds. */
export interface Met {
  readonly zone: DemoZone;
  readonly kind: VehicleKind;
  readonly vehicle: Vehicle;
  readonly driver: Driver;
  readonly at: number;
  readonly paidAt: number;
  /** From when it can be on the road again; Infinity while it is held. */
  readonly freeAt: number;
}

/** The vehicle, the driver, or both return; undefined is somebody new. */
export interface Return {
  readonly kind: VehicleKind;
  readonly vehicle: Vehicle | undefined;
  readonly driver: Driver | undefined;
  /** True if the bill of this booking will not be paid either. */
  readonly owes: boolean;
  /** The time at which the vehicle was booked before, if that was the first time. */
  readonly onceBefore: number | undefined;
}

interface Regular {
  met: Met;
  times: number;
  left: number;
  dueAt: number;
}

export interface Returning {
  /**
   * The vehicle or driver that returns to a zone at that time, if any. Call with times in ascending
   * order.
   */
  readonly next: (zone: DemoZone, at: number) => Return | undefined;
  /** Decides whether a vehicle that was booked for the first time will be booked again. */
  readonly meet: (met: Met) => void;
}

/** Chooses who is booked again: vehicles for hire more often than private ones. */
export function createReturning(random: Random): Returning {
  const regulars = new Set<Regular>();

  function meet(met: Met): void {
    if (met.vehicle.registration === '') return;
    const { series } = met.kind;
    const chance =
      met.paidAt === Infinity ? 0.38 : series === 'X' || series === 'Q' ? 0.105 : 0.035;
    if (!random.chance(chance)) return;
    const left = random.weighted([
      [1, 56],
      [2, 24],
      [3, 11],
      [4, 6],
      [5, 3],
    ]);
    regulars.add({ met, times: 1, left, dueAt: dueAfter(met) });
  }

  function dueAfter({ at, freeAt }: Pick<Met, 'at' | 'freeAt'>): number {
    const days = random.weighted([
      [random.between(2, 10), 25],
      [random.between(10, 45), 45],
      [random.between(45, 110), 30],
    ]);
    return Math.max(at + days * day, freeAt + random.between(1, 20) * day);
  }

  function next(zone: DemoZone, at: number): Return | undefined {
    const away = random.chance(0.03);
    const isHere = ({ met }: Regular): boolean =>
      away ? met.zone.organisation === zone.organisation : met.zone === zone;
    const regular = [...regulars].find((one) => one.dueAt <= at && isHere(one));
    if (!regular || !random.chance(0.7)) return undefined;
    const { met, times } = regular;
    const same = random.weighted<'both' | 'vehicle' | 'driver'>([
      ['both', 84],
      ['vehicle', 10],
      ['driver', 6],
    ]);
    regular.left -= 1;
    if (same !== 'driver') regular.times += 1;
    if (regular.left === 0) regulars.delete(regular);
    regular.dueAt = dueAfter({ at, freeAt: at });
    regular.met = { ...met, at };
    return {
      kind: met.kind,
      vehicle: same === 'driver' ? undefined : met.vehicle,
      driver: same === 'vehicle' ? undefined : met.driver,
      owes: met.paidAt === Infinity && random.chance(0.9),
      onceBefore: same === 'driver' || times > 1 ? undefined : met.at,
    };
  }

  return { next, meet };
}
