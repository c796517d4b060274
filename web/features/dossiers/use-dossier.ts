import { type Dossier, readDossier } from '#contract/dossiers.ts';
import { identityKey } from '#contract/identities.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useThrottled } from '#web/device/use-throttled.ts';
import { type LiveNews, useLiveNews } from '#web/live/events.ts';
import type { DossierSubject } from '#web/records/addresses/dossier-address.ts';

/** The dossier is read again within this time, in milliseconds, after one of its records changed. */
const reloadWithin = 1_500;

/**
 * A dossier, kept up to date: it is read again when one of its records changes or a new one comes.
 */
export function useDossier(subject: DossierSubject) {
  const loaded = useLoaded(`${subject.of} ${subject.value}`, (signal) =>
    dataOf(readDossier, { query: subject, signal }),
  );
  const reloadSoon = useThrottled(loaded.reload, reloadWithin);
  useLiveNews((news) => {
    if (concerns(news, subject, loaded.data)) reloadSoon();
  });
  return loaded;
}

function concerns(news: LiveNews, { of, value }: DossierSubject, dossier: Dossier | null): boolean {
  const isSubject = (other: string) =>
    other !== '' && identityKey(of, other) === identityKey(of, value);
  if (news.type === 'booking') {
    const { registration, license, phoneNo, phoneTwo } = news.booking;
    const values = { plate: [registration], license: [license], phone: [phoneNo, phoneTwo] };
    return values[of].some(isSubject);
  }
  if (news.type === 'collision')
    return news.collision.vehicle.some(({ plate, phone }) =>
      of === 'plate' ? isSubject(plate) : of === 'phone' && isSubject(phone),
    );
  if (news.type === 'gone') return dossier?.bookings.some(({ _id }) => _id === news.id) ?? false;
  // Whatever else is new costs one reading too many.
  return true;
}
