import type { ReactNode } from 'react';
import { wholeDates } from '#web/format/whole-dates.tsx';
import { IconChevronRight } from '#web/ui/icons.ts';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './list.module.css';

export interface ListCardProps {
  badge?: ReactNode;
  /** At the top right, small: the date. */
  when?: ReactNode;
  name: ReactNode;
  /** Under the name. */
  detail?: ReactNode;
  /** At the right of the name, such as a plate. */
  mark?: ReactNode;
  reference?: ReactNode;
  onOpen?: (() => void) | undefined;
  openLabel?: string | undefined;
  /** The record's name, for screen readers. */
  openName?: string | undefined;
}

/** The usual content of a list's card on a phone. */
export function ListCard(props: ListCardProps) {
  const {
    badge,
    when,
    name,
    detail,
    mark,
    reference,
    onOpen,
    openLabel = 'Open',
    openName,
  } = props;
  return (
    <div className={css['card']}>
      {(badge != null || when != null) && (
        <div className="row between gap-4 wrap">
          {badge}
          <span className="tiny quiet">{wholeDates(when)}</span>
        </div>
      )}
      <div className={classNames('row between gap-4', css['middle'])}>
        <div className="heading shrink strong anywhere">
          {wholeDates(name)}
          {detail != null && (
            <div className={classNames('small quiet', css['detail'])}>{wholeDates(detail)}</div>
          )}
        </div>
        {mark}
      </div>
      <div className={classNames('row between gap-4', css['foot'])}>
        <span>{wholeDates(reference)}</span>
        {onOpen !== undefined && (
          <button
            type="button"
            className={classNames('inline-row gap-1 strong', css['open'])}
            onClick={onOpen}
          >
            {openLabel}
            {openName !== undefined && <VisuallyHidden> {openName}</VisuallyHidden>}
            <IconChevronRight size={18} stroke={2} aria-hidden />
          </button>
        )}
      </div>
    </div>
  );
}
