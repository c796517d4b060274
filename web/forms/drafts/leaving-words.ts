import type { ConfirmWords } from '#web/ui/dialog/confirm.tsx';

interface Leaving {
  /** What happens to a sending that is under way; null when nothing is being sent. */
  sending: string | null;
  /** Whether the words are kept on the device. */
  kept: boolean;
  onDiscard: () => void;
}

/** The question before a form with typed words closes. */
export function leavingWords({ sending, kept, onDiscard }: Leaving): ConfirmWords {
  const lead = sending === null ? '' : `${sending} `;
  const common = { title: 'Close the form?', cancelLabel: 'Keep typing' };
  if (!kept) {
    const message = `${lead}What you typed will be lost.`;
    return { ...common, message, confirmLabel: 'Discard', destructive: true };
  }
  return {
    ...common,
    message: `${lead}What you typed is kept on this device as a draft, for you alone.`,
    confirmLabel: 'Keep draft',
    alternative: { label: 'Discard', onChoose: onDiscard },
  };
}
