import { type ReactElement, useEffect } from 'react';
import { IconAlertCircle, IconCircleCheck, IconClock, IconInfoCircle } from '#web/ui/icons.ts';
import { lazyPart, onPartFailed } from '../overlay/lazy-part.ts';
import { useSay } from '../say.ts';
import type { Message } from './toast-place.tsx';

export const toastPlace = lazyPart(() => import('./toast-place.tsx'));

const icons: Record<Message['tone'], ReactElement> = {
  done: <IconCircleCheck size={20} aria-hidden />,
  waiting: <IconClock size={20} aria-hidden />,
  failed: <IconAlertCircle size={20} aria-hidden />,
  info: <IconInfoCircle size={20} aria-hidden />,
};

function show(tone: Message['tone'], words: string, icon: ReactElement = icons[tone]): void {
  void toastPlace.get().then((there) => there?.showToast({ tone, words, icon }));
}

/** Something was done. */
export function toastDone(message: string): void {
  show('done', message);
}

/** Something is still to come. */
export function toastWaiting(message: string): void {
  show('waiting', message);
}

/** Something failed; announced at once. Show it where it happened as well. */
export function toastFailed(message: string): void {
  show('failed', message);
}

/** News, with an icon of its own if given. */
export function toastInfo(message: string, icon?: ReactElement): void {
  show('info', message, icon);
}

/** Shows the toasts, from the first one on, and says what can't be fetched; part of UiProvider. */
export function Toasts() {
  const say = useSay();
  useEffect(
    () =>
      onPartFailed((_error, isPressedFor) => {
        if (isPressedFor)
          toastFailed(
            say(
              navigator.onLine
                ? 'Hanya could not load this. Reload the page.'
                : 'You need a network to load this.',
            ),
          );
      }),
    [say],
  );
  toastPlace.useAhead(false);
  const there = toastPlace.useThere();
  return there && <there.ToastPlace />;
}
