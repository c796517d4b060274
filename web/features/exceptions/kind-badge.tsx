import type { ReactNode } from 'react';
import { exceptionKindWords, type PaymentException } from '#contract/exceptions.ts';
import { type ExceptionKind } from '#contract/payments.ts';
import {
  IconArrowsDiff,
  IconClockExclamation,
  IconFileUnknown,
  IconHelpOctagon,
  IconReceipt2,
  IconReceiptOff,
  IconTagOff,
  IconScale,
  IconTicketOff,
  IconZoomQuestion,
} from '#web/ui/icons.ts';
import { TicketBadge } from '#web/ui/ticket/ticket-badge.tsx';

const look = { size: 14, 'aria-hidden': true } as const;

const icons: Record<ExceptionKind, ReactNode> = {
  'bill in doubt': <IconFileUnknown {...look} />,
  'bill refused': <IconReceiptOff {...look} />,
  'revenue head missing': <IconTagOff {...look} />,
  'bill late': <IconClockExclamation {...look} />,
  'other amount': <IconArrowsDiff {...look} />,
  unproven: <IconHelpOctagon {...look} />,
  'second payment': <IconReceipt2 {...look} />,
  'unknown bill': <IconZoomQuestion {...look} />,
  'paid after withdrawal': <IconTicketOff {...look} />,
  'paid and decided': <IconScale {...look} />,
};

/** The finding as an icon and in words; red until it is settled. */
export function KindBadge({
  exception: { kind, state },
}: {
  exception: Pick<PaymentException, 'kind' | 'state'>;
}) {
  const settled = state === 'settled';
  return (
    <TicketBadge
      kind={settled ? 'plain' : 'crash'}
      icon={icons[kind]}
      label={exceptionKindWords[kind]}
    />
  );
}
