import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { cssTransition, toast, ToastContainer } from 'react-toastify/unstyled';
import { classNames } from '../theme/class-names.ts';
import css from './toast.module.css';

type Tone = 'done' | 'waiting' | 'failed' | 'info';

const enter = cssTransition({
  enter: 'Toastify--animate Toastify__slide-enter',
  exit: 'Toastify--animate Toastify__slide-exit',
  appendPosition: true,
});

const icons: Record<Tone, ReactElement> = {
  done: <IconCircleCheck size={20} aria-hidden />,
  waiting: <IconClock size={20} aria-hidden />,
  failed: <IconAlertCircle size={20} aria-hidden />,
  info: <IconInfoCircle size={20} aria-hidden />,
};

function show(tone: Tone, message: string, icon: ReactElement = icons[tone]): void {
  toast(message, {
    className: classNames(css['toast'], css[tone]),
    icon: () => icon,
    role: tone === 'failed' ? 'alert' : 'status',
  });
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

/** Where toasts are shown; part of UiProvider. */
export function Toasts() {
  return (
    <ToastContainer
      className={classNames(css['container'])}
      position="top-right"
      autoClose={5000}
      draggable
      draggablePercent={80}
      pauseOnHover
      pauseOnFocusLoss={false}
      transition={enter}
      aria-label="Messages"
      closeButton={({ closeToast }) => (
        <button
          type="button"
          className={css['close']}
          aria-label="Close message"
          onClick={() => closeToast(true)}
        >
          <IconX size={17} aria-hidden />
        </button>
      )}
    />
  );
}
