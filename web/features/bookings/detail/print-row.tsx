import { IconCircleCheck, IconFlagCheck, IconTicket } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { paperNames, type PaperKind } from '#contract/papers.ts';
import { Button } from '#web/ui/controls/button.tsx';
import css from './print-menu.module.css';
import type { PrintWay } from './use-printing.ts';

const icons: Readonly<Record<PaperKind, ReactNode>> = {
  ticket: <IconTicket size={18} stroke={1.8} aria-hidden />,
  receipt: <IconCircleCheck size={18} stroke={1.8} aria-hidden />,
  clearance: <IconFlagCheck size={18} stroke={1.8} aria-hidden />,
};

const ways: readonly (readonly [PrintWay, string])[] = [
  ['view', 'Print view'],
  ['pdf', 'PDF'],
];

export interface PrintRowProps {
  kind: PaperKind;
  /** Why there is no such paper yet. */
  reason: string | undefined;
  /** What is being fetched: kind and way. */
  busy: string | null;
  onPrint: (way: PrintWay) => void;
}

/** One paper with the two ways to have it, or why there is none yet. */
export function PrintRow({ kind, reason, busy, onPrint }: PrintRowProps) {
  const name = paperNames[kind];
  return (
    <li className={css['paper']}>
      <span className={css['name']}>
        {icons[kind]}
        {name}
      </span>
      <span className="flex gap-4">
        {ways.map(([way, label]) => (
          <Button
            key={way}
            size="sm"
            aria-label={`${label}, ${name}`}
            disabled={reason !== undefined || (busy !== null && busy !== `${kind} ${way}`)}
            reason={reason ?? 'Another paper is on its way.'}
            loading={busy === `${kind} ${way}`}
            onClick={() => onPrint(way)}
          >
            {label}
          </Button>
        ))}
      </span>
      {reason !== undefined && <p className={css['reason']}>{reason}</p>}
    </li>
  );
}
