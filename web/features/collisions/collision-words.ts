import type { Collision } from '#contract/collisions.ts';
import { count } from '#web/lib/money.ts';
import { clockOf, dateOf } from '#web/lib/time.ts';

type Vehicles = Pick<Collision, 'vehicle'>;

/** The parts that were given, joined; '' when none was. */
export const joined = (parts: readonly string[], separator = ', '): string =>
  parts.filter((part) => part !== '').join(separator);

/** `48 collisions`, and the singular for one. */
export function collisionCount(total: number): string {
  return `${count(total)} ${total === 1 ? 'collision' : 'collisions'}`;
}

/** The first vehicle as its stub names it: what it is, else its driver, then its plate. */
export function firstVehicle({ vehicle }: Vehicles): string {
  const first = vehicle[0];
  if (!first) return '';
  const name = joined([first.make, first.model], ' ') || first.name;
  return joined([name, first.plate], ' ');
}

/** What a vehicle of a collision is called by: its plate, else its place among the vehicles. */
export function vehicleName(plate: string, index: number): string {
  return plate === '' ? `vehicle ${index + 1}` : plate;
}

/** What a collision is called by, where its reference would say nothing. */
export function collisionName(collision: Vehicles & Pick<Collision, 'location' | 'zone'>): string {
  const where = collision.location === '' ? collision.zone : collision.location;
  return `${where}, ${dateOfVehicles(collision)}`;
}

const dateOfVehicles = ({ vehicle }: Vehicles): string =>
  vehicle.length === 1 ? '1 vehicle' : `${vehicle.length} vehicles`;

/** Date and clock in Africa/Lagos: `2026-11-20 14:32`. */
export function momentOf(instant: string): string {
  return `${dateOf(instant)} ${clockOf(instant)}`;
}

export interface Evidence {
  address: string;
  /** What a reader who can't see it is told. */
  alt: string;
}

/** Every picture of a collision in the order it is looked through. */
export function picturesOf({ img, vehicle }: Pick<Collision, 'img' | 'vehicle'>): Evidence[] {
  const scene = img.map((address, index) => ({
    address,
    alt: `Evidence ${index + 1} of ${img.length}`,
  }));
  const people = vehicle.flatMap(({ plate, driverImg, vehicleImg }, index) => [
    { address: driverImg, alt: `Driver of ${vehicleName(plate, index)}` },
    { address: vehicleImg, alt: `Vehicle ${vehicleName(plate, index)}` },
  ]);
  return [...scene, ...people].filter(({ address }) => address !== '');
}
