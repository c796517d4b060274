import { dossierKey, readDossier, type Dossier } from '#contract/dossiers.ts';
import { call } from '#web/api/call.ts';
import type { DossierSubject } from '#web/records/dossier-address.ts';
import { useLiveNews, type LiveNews } from '#web/live/events.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { useSoon } from '#web/device/use-soon.ts';

/** Milliseconds within which the dossier follows the news. */
const soon = 1_500;

const loadDossier = serverThunk('dossier/read', async (query: DossierSubject, { signal }) => {
  const { data } = await call(readDossier, { query, signal });
  return data;
});

/** The dossier as it is now: it is read again when one of its records changes or another comes. */
export function useDossier(subject: DossierSubject) {
  const dispatch = useDispatch();
  const ask = () => dispatch(loadDossier(subject));
  const loaded = useLoaded(`${subject.of} ${subject.value}`, ask);
  const reloadSoon = useSoon(loaded.reload, soon);
  useLiveNews((news) => {
    if (concerns(news, subject, loaded.data)) reloadSoon();
  });
  return loaded;
}

function concerns(news: LiveNews, { of, value }: DossierSubject, dossier: Dossier | null): boolean {
  const isIt = (other: string) => other !== '' && dossierKey(of, other) === dossierKey(of, value);
  switch (news.type) {
    case 'booking': {
      const { registration, license, phoneNo, phoneTwo } = news.booking;
      return { plate: [registration], license: [license], phone: [phoneNo, phoneTwo] }[of].some(
        isIt,
      );
    }
    case 'collision':
      return news.collision.vehicle.some(({ plate, phone }) =>
        of === 'plate' ? isIt(plate) : of === 'phone' && isIt(phone),
      );
    case 'gone':
      return dossier?.bookings.some(({ _id }) => _id === news.id) ?? false;
    case 'reset':
      return true;
  }
}
