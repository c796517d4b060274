import 'react-toastify/ReactToastify.css';
import type { ReactElement } from 'react';
import { cssTransition, toast, ToastContainer } from 'react-toastify/unstyled';
import { IconX } from '#web/ui/icons.ts';
import { type Say, useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import css from './toast.module.css';

export interface Message {
  tone: 'done' | 'waiting' | 'failed' | 'info';
  words: string;
  icon: ReactElement;
}

const enter = cssTransition({
  enter: 'Toastify--animate Toastify__slide-enter',
  exit: 'Toastify--animate Toastify__slide-exit',
  appendPosition: true,
});

export function showToast({ tone, words, icon }: Message): void {
  toast(words, {
    className: classNames(css['toast'], css[tone]),
    icon: () => icon,
    role: tone === 'failed' ? 'alert' : 'status',
  });
}

export const ToastPlace = () => toastsIn(useSay());

export function toastsIn(say: Say) {
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
      aria-label={say('Messages')}
      closeButton={({ closeToast }) => (
        <button
          type="button"
          className={classNames('icon-button', css['close'])}
          aria-label={say('Close message')}
          onClick={() => closeToast(true)}
        >
          <IconX size={17} aria-hidden />
        </button>
      )}
    />
  );
}
