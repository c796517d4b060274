import type { ReactNode } from 'react';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '#web/ui/icons.ts';
import { useSay } from '../say.ts';
import { classNames } from '../theme/class-names.ts';
import css from './notice.module.css';

export type NoticeKind = 'soft' | 'ok' | 'warn' | 'bad' | 'alert';

const icons: Record<NoticeKind, ReactNode> = {
  soft: <IconInfoCircle size={18} aria-hidden />,
  ok: <IconCircleCheck size={18} aria-hidden />,
  warn: <IconAlertTriangle size={18} aria-hidden />,
  bad: <IconAlertCircle size={18} aria-hidden />,
  alert: <IconAlertCircle size={20} aria-hidden />,
};

const tones = { soft: 'soft', ok: 'ok', warn: 'warn', bad: 'bad', alert: 'bad' } as const;

export interface NoticeProps {
  /** `alert` is the red-edged one above a form; it is announced at once. */
  kind?: NoticeKind | undefined;
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A note in its place: what is the case, and what to do. */
export function Notice({ kind = 'soft', icon, children, className }: NoticeProps) {
  return (
    <div
      className={classNames(
        'flex gap-5 small anywhere',
        css['notice'],
        tones[kind],
        kind === 'alert' && css['alert'],
        className,
      )}
      role={kind === 'alert' ? 'alert' : undefined}
    >
      {icon ?? icons[kind]}
      <div className="grow">{children}</div>
    </div>
  );
}

/**
 * The server's reason for refusing a whole form, above its fields; nothing when `children` is ''.
 */
export function RefusalNotice({ children }: { children: string }) {
  const say = useSay();
  return (
    children !== '' && (
      <Notice kind="alert">
        <b>{say(children)}</b>
      </Notice>
    )
  );
}
