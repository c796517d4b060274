import type { Dossier, DossierBooking, DossierCollision, DossierKind } from '#contract/dossiers.ts';

export function collisionAddress({ _id }: Pick<DossierCollision, '_id'>): string {
  return `/collisions?open=${_id}`;
}

/** A line of the history. */
export type Entry =
  | { kind: 'booking'; at: string; booking: DossierBooking }
  | { kind: 'collision'; at: string; collision: DossierCollision };

/** Bookings and collisions in one, newest first. */
export function historyOf({ bookings, crashes }: Pick<Dossier, 'bookings' | 'crashes'>): Entry[] {
  const entries: Entry[] = [
    ...bookings.map((booking) => ({ kind: 'booking' as const, at: booking.createdAt, booking })),
    ...crashes.map((collision) => ({
      kind: 'collision' as const,
      at: collision.createdAt,
      collision,
    })),
  ];
  return entries.sort((one, other) => other.at.localeCompare(one.at));
}

export const kindNames: Record<DossierKind, string> = {
  plate: 'Plate',
  license: 'License number',
  phone: 'Phone number',
};
