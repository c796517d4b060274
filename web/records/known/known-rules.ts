import {
  type DossierBooking,
  type DossierKind,
  type DriverFacts,
  type Known,
  type VehicleFacts,
} from '#contract/dossiers.ts';
import { folded } from '#contract/folding.ts';
import { identifies, identityKey } from '#contract/identities.ts';
import { nameOf } from '#contract/sentences.ts';
import { count, naira } from '#web/format/money.ts';
import { joined, plural } from '#web/format/words.ts';

/** A field that can be filled in from what is known. */
type KnownField = keyof VehicleFacts | keyof DriverFacts;
export type KnownFacts = Partial<Record<KnownField, string>>;

/** True if there is any record of a plate, licence or phone. */
export function isKnown({ open, paid, collisions }: Omit<Known, 'lately'>): boolean {
  return open.count + paid.count + collisions > 0;
}

/** The facts whose fields in the form are empty. */
export function fillable(facts: KnownFacts | null, fields: KnownFacts): KnownFacts {
  const given = Object.entries(facts ?? {}).filter(
    ([name, value]) => value !== '' && fields[name as keyof KnownFacts]?.trim() === '',
  );
  return Object.fromEntries(given);
}

/**
 * True if the driver last seen with a plate may be the one in the form: no name yet, or the same.
 * For a licence or phone, the same holds of the vehicle and its plate.
 */
export function mayBeTheSame(of: DossierKind, known: Known, fields: KnownFacts): boolean {
  if (of !== 'plate') {
    const [typed, last] = [fields.registration ?? '', known.vehicle?.registration ?? ''];
    if (typed.trim() === '') return true;
    return identifies('plate', typed) && identityKey('plate', typed) === identityKey('plate', last);
  }
  const name = folded(fields.name ?? '');
  return name === '' || name === folded(known.driver?.name ?? '');
}

/**
 * The booking of the last hours that the one being made may repeat: with an offence in common, or
 * by the same officer. Null for a phone, which many drivers may share.
 */
export function likelyDuplicate(
  of: DossierKind,
  { lately }: Known,
  offences: readonly string[] | null,
  userId: string | undefined,
): DossierBooking | null {
  if (of === 'phone' || offences === null) return null;
  return (
    lately.find(
      ({ createdBy, offence }) =>
        createdBy.id === userId || offence.some(({ id }) => offences.includes(id)),
    ) ?? null
  );
}

/** `2 open tickets, ₦24,000, 1 overdue`; '' if none is open. */
export function openWords({ open, within }: Pick<Known, 'open' | 'within'>): string {
  if (open.count === 0) return '';
  const late = open.overdue === undefined ? '' : `, ${count(open.overdue)} overdue`;
  const words = `${plural(open.count, 'open ticket')}, ${naira(open.sum)}${late}`;
  return within === undefined ? words : `${words} of the newest ${count(within)}`;
}

/**
 * `1 paid booking, 1 collision, ` as the beginning of a sentence; '' if there are none. Paid bookings
 * among too many to count are left out of it.
 */
export function otherWords({ paid, within, collisions }: Known): string {
  const parts = [
    within === undefined
      ? paid.count > 0
        ? plural(paid.count, 'paid booking')
        : ''
      : `more than ${plural(within, 'booking')}`,
    collisions > 0 ? plural(collisions, 'collision') : '',
  ];
  const words = joined(parts);
  return words === null ? '' : `${words}, `;
}

/** `Toyota Hiace, White, Commercial`. */
export function vehicleWords({ vehicle }: Pick<Known, 'vehicle'>): string {
  if (!vehicle) return '';
  const { make, model, color, vehicleType } = vehicle;
  return joined([joined([make, model], ' ') ?? '', color, vehicleType]) ?? '';
}

/** The names of facts, in the sentence that lists those that were filled in. */
export const factNames = (facts: KnownFacts): string[] =>
  Object.keys(facts).map((name) => (name === 'type' ? 'fuel type' : nameOf(name)));
