import {
  type DossierBooking,
  type DossierKind,
  type DriverFacts,
  type Known,
  type VehicleFacts,
} from '#contract/dossiers.ts';
import { folded } from '#contract/folding.ts';
import { identifies, identityKey } from '#contract/identities.ts';
import { said, type Say, sayEnglish } from '#contract/language.ts';
import { nameOf } from '#contract/sentences.ts';
import { count, naira } from '#web/format/money.ts';
import { capitalised, joined } from '#web/format/words.ts';

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

const listed = (parts: readonly string[]): string => joined(parts) ?? '';

/** `2 open tickets, ₦24,000, 1 overdue`; '' if none is open. */
export function openWords(
  { open, within }: Pick<Known, 'open' | 'within'>,
  say: Say = sayEnglish,
): string {
  if (open.count === 0) return '';
  const tickets = say.count(open.count, '{number} open ticket', '{number} open tickets', {
    number: count(open.count),
  });
  const words = listed([
    tickets,
    naira(open.sum),
    open.overdue === undefined ? '' : say('{number} overdue', { number: count(open.overdue) }),
  ]);
  return within === undefined
    ? words
    : say('{tickets} of the newest {number}', { tickets: words, number: count(within) });
}

/**
 * `1 paid booking, 1 collision, last seen {day}`. Paid bookings among too many to count are left out
 * of it.
 */
export function otherWords({ paid, within, collisions }: Known, say: Say): string {
  const number = count(within ?? paid.count);
  const parts = [
    within === undefined
      ? paid.count > 0
        ? say.count(paid.count, '{number} paid booking', '{number} paid bookings', { number })
        : ''
      : say('more than {number} bookings', { number }),
    collisions > 0 ? say.count(collisions, '{count} collision', '{count} collisions') : '',
    say('last seen {day}'),
  ];
  return capitalised(listed(parts));
}

/** `Toyota Hiace, White, Commercial`. */
export function vehicleWords({ vehicle }: Pick<Known, 'vehicle'>, say: Say = sayEnglish): string {
  if (!vehicle) return '';
  const { make, model, color, vehicleType } = vehicle;
  return listed([joined([make, model], ' ') ?? '', color, say(vehicleType)]);
}

/** The names of facts, in the sentence that lists those that were filled in. */
export const factNames = (facts: KnownFacts): string[] =>
  Object.keys(facts).map((name) => (name === 'type' ? said('fuel type') : nameOf(name)));
