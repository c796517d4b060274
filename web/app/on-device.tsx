import { useEffect, useEffectEvent, useState } from 'react';
import { messageSW, Workbox } from 'workbox-window';
import { z } from 'zod';
import { hasModules } from '#contract/modules.ts';
import { organisationNames, organisationOfState } from '#contract/places.ts';
import { may } from '#contract/roles.ts';
import { useServerBack } from '#web/api/connection.ts';
import type { SignedInUser } from '#web/api/current-user.ts';
import { isChangeUnderWay } from '#web/api/unsent.ts';
import { noteBreakage } from '#web/device/breakages.ts';
import { createStore } from '#web/device/create-store.ts';
import { isMetered } from '#web/device/network.ts';
import { pageRevision } from '#web/device/settings.ts';
import { renewCopies } from '#web/features/bookings/form/catalogue.ts';
import { useToday } from '#web/format/use-today.ts';
import { useDevicesRenewed } from '#web/modules/field-work/devices/use-devices-renewed.ts';
import { renewKnownPlates } from '#web/records/known/known-plates.ts';
import { renewCopyOfPlaces } from '#web/records/places.ts';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { IconRefresh } from '#web/ui/icons.ts';
import { reloadNewest } from './reload.ts';

// All in milliseconds.
const lookForVersionEvery = 3_600_000;
const lookForEndEvery = 500;
const renewPlatesEvery = 15 * 60_000;

/**
 * Keeps on this device what the field needs without a network: the product itself, and the person's
 * catalogue and places. Says when a newer version of the product is there.
 */
export function OnDevice({ user }: { user: SignedInUser }) {
  const ready = isOld.use();
  const [chosen, setChosen] = useState(false);
  useCopies(user);
  useDevicesRenewed(user);
  useKnownPlates(user);
  useShiftsSent(user);
  useEffect(() => keepProduct(), []);
  useServerBack(() => void lookForVersion());

  useEffect(() => {
    if (!chosen) return undefined;
    const timer = setInterval(() => {
      if (isChangeUnderWay()) return;
      clearInterval(timer);
      void reloadNewest();
    }, lookForEndEvery);
    return () => clearInterval(timer);
  }, [chosen]);

  if (!ready) return null;
  return (
    <Banner
      kind="new"
      icon={<IconRefresh size={18} aria-hidden />}
      action={chosen ? undefined : { label: 'Update now', onChoose: () => setChosen(true) }}
    >
      <b>A new version of Hanya is ready.</b>{' '}
      {chosen
        ? 'Hanya will update as soon as it has finished sending your records.'
        : 'You will not lose anything you saved.'}
    </Banner>
  );
}

/** Reads anew, at every start and on every day, what forms without a network need. */
function useCopies({ id, role, state }: SignedInUser): void {
  const day = useToday();
  const renew = useEffectEvent(async (signal: AbortSignal) => {
    if (may(role, 'see the catalogue')) await renewCopyOfPlaces(signal);
    if (!may(role, 'book')) return;
    // An officer of all organisations chooses one in the form.
    const theirs = state === null ? [null, ...organisationNames] : [organisationOfState(state)];
    await renewCopies(theirs, signal);
    const { renewContacts } = await import('#web/modules/after-ticket/papers/kept-contacts.ts');
    const organisations = theirs.filter((one) => one !== null);
    await renewContacts(organisations, signal);
    const { renewLanguages } = await import('#web/records/languages.ts');
    await renewLanguages(organisations, signal);
  });
  useEffect(() => {
    const over = new AbortController();
    // Without a network the copies of before stay.
    renew(over.signal).catch(() => undefined);
    return () => over.abort();
  }, [id, state, day]);
}

/**
 * Keeps the plates of the person's place fresh while somebody looks at the page. Where data is paid
 * for, they must ask for it.
 */
function useKnownPlates({ id, role, state, zone }: SignedInUser): void {
  const [round, setRound] = useState(0);
  const renew = useEffectEvent((signal: AbortSignal) => {
    if (!may(role, 'book') || isMetered() || document.visibilityState === 'hidden') return;
    // Without a network the copy of before stays.
    renewKnownPlates(renewPlatesEvery, signal).catch(() => undefined);
  });
  useEffect(() => {
    const over = new AbortController();
    renew(over.signal);
    const timer = setInterval(() => renew(over.signal), renewPlatesEvery);
    return () => {
      clearInterval(timer);
      over.abort();
    };
  }, [id, state, zone, round]);
  useServerBack(() => setRound((last) => last + 1));
}

/** Sends the beginning and the end of a shift that were noted here without a network. */
function useShiftsSent({ role }: SignedInUser): void {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (hasModules() && may(role, 'book'))
      import('#web/modules/field-work/my-day/shifts.ts')
        .then(({ sendShifts }) => sendShifts())
        .catch(() => undefined);
  }, [role, round]);
  useServerBack(() => setRound((last) => last + 1));
}

const oldPageSchema = z.object({ type: z.literal('PAGE_IS_OLD') });
const brokenSchema = z.object({
  type: z.literal('WORKER_BROKE'),
  name: z.string(),
  message: z.string(),
  stack: z.string(),
});

/**
 * True if there is a newer version than this page: it waits, or serves the pages opened from now
 * on.
 */
const isOld = createStore(false);
const noteNewVersion = () => isOld.set(true);

/** Notes a newer worker, unless an operator only changed a setting: that shows at the next start. */
async function noteNewer(newer: ServiceWorker | undefined): Promise<void> {
  const question = { type: 'IS_OTHER_BUILD', than: pageRevision() };
  if (newer && (await messageSW(newer, question)) === true) noteNewVersion();
}

/** Made when somebody is signed in for the first time; none where the browser or the server has none. */
let worker: Workbox | null = null;

/** Has the browser keep the product, and follows its versions until the returned function is called. */
function keepProduct(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  if (worker === null) {
    worker = new Workbox('/service-worker.js', { updateViaCache: 'none' });
    worker.addEventListener('waiting', ({ sw }) => void noteNewer(sw));
    worker.addEventListener('controlling', ({ isUpdate, sw }) => {
      // The first worker of all takes over the page that it was registered by.
      if (isUpdate === true) void noteNewer(sw);
    });
    // The worker came between this page and its script.
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (oldPageSchema.safeParse(data).success) noteNewVersion();
      const broken = brokenSchema.safeParse(data);
      if (broken.success) noteBreakage('script', Object.assign(new Error(), broken.data));
    });
    // A browser may refuse, such as in a private window: then all is as without it.
    worker.register().then(tellIdle, () => undefined);
  }
  const timer = setInterval(() => void lookForVersion(), lookForVersionEvery);
  return () => clearInterval(timer);
}

async function lookForVersion(): Promise<void> {
  await worker?.update().catch(() => undefined);
}

/** The worker itself fetches the rest of the files, and removes those that no page needs. */
function tellIdle(): void {
  void navigator.serviceWorker.ready.then(({ active }) =>
    active?.postMessage({
      type: 'PAGE_IS_IDLE',
      revision: pageRevision(),
      sparing: isMetered(),
    }),
  );
}
