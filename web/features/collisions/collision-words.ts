import type { Addition } from '#contract/collision-additions.ts';
import type { Collision } from '#contract/collisions.ts';
import { dayOfYear } from '#web/format/calendar.ts';
import { collisionReference } from '#web/format/reference.ts';
import { capitalised, joined, plural } from '#web/format/words.ts';

type Vehicles = Pick<Collision, 'vehicle'>;

/** The first vehicle: the name of its driver, then its plate. */
export function firstVehicle({ vehicle: [first] }: Vehicles): string {
  return first ? (joined([first.name, first.plate], ' ') ?? '') : '';
}

/** The name of a vehicle: its plate, else its place among the vehicles. */
export function vehicleName(plate: string, index: number): string {
  return plate === '' ? `vehicle ${index + 1}` : plate;
}

/** The location of a collision, else its zone. */
export function placeOf({ location, zone }: Pick<Collision, 'location' | 'zone'>): string {
  return location === '' ? zone : location;
}

/** The name of a collision: its place and the number of its vehicles. */
export function collisionName(collision: Vehicles & Pick<Collision, 'location' | 'zone'>): string {
  return `${placeOf(collision)}, ${plural(collision.vehicle.length, 'vehicle')}`;
}

/** `1 fatality, 3 injuries`. */
export function harmOf(collision: Pick<Collision, 'noOfFatalities' | 'noOfInjuries'>): string {
  const { noOfFatalities, noOfInjuries } = collision;
  return `${plural(noOfFatalities, 'fatality', 'fatalities')}, ${plural(noOfInjuries, 'injury', 'injuries')}`;
}

/** `2 added later. Possible duplicate`; undefined where there is nothing to say. */
export const addedLater = (
  collision: Pick<Collision, 'additions' | 'doubles' | 'countsAs'>,
): string | undefined =>
  joined(
    [
      collision.additions === 0 ? '' : `${collision.additions} added later`,
      collision.countsAs === null ? '' : `Same as ${collisionReference(collision.countsAs)}`,
      collision.doubles.open === 0 ? '' : 'Possible duplicate',
    ],
    '. ',
  ) ?? undefined;

/** `2; 1 died on 3 November 2026`: those killed, and who died later, counted among them or not. */
export function killedInWords(
  { noOfFatalities }: Pick<Collision, 'noOfFatalities'>,
  additions: readonly Addition[],
): string {
  const later = additions.flatMap(({ persons, diedOn, counts }) =>
    diedOn === null
      ? []
      : [`${persons} died on ${dayOfYear(diedOn)}${counts ? '' : ', after 30 days: not counted'}`],
  );
  return [String(noOfFatalities), ...later].join('; ');
}

/** The subject of a file, by the field under which it was announced. */
export function nameOfField(field: string): string {
  if (field === 'vid') return 'Video';
  const [, name, vehicle = ''] = /^(driverImg|vehicleImg)-(.*)$/s.exec(field) ?? [];
  if (name === undefined) return 'Picture of the scene';
  return name === 'driverImg' ? `Driver of ${vehicle}` : `Vehicle ${vehicle}`;
}

export interface EvidencePicture {
  address: string;
  /** The alternative text. */
  alt: string;
  /** The index of its vehicle; null for a picture of the scene. */
  vehicle: number | null;
}

/** Every picture of a collision: those of the scene, then those of each vehicle. */
export function picturesOf({ img, vehicle }: Pick<Collision, 'img' | 'vehicle'>) {
  const scene = img.map((address, index) => ({
    address,
    alt: `Evidence ${index + 1} of ${img.length}`,
    vehicle: null,
  }));
  const ofVehicles = vehicle.flatMap(({ plate, driverImg, vehicleImg }, index) => {
    const name = vehicleName(plate, index);
    const alt = plate === '' ? capitalised(name) : `Vehicle ${name}`;
    return [
      { address: driverImg, alt: `Driver of ${name}`, vehicle: index },
      { address: vehicleImg, alt, vehicle: index },
    ];
  });
  const all: EvidencePicture[] = [...scene, ...ofVehicles];
  return all.filter(({ address }) => address !== '');
}
