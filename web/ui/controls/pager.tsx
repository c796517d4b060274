import type { ReactNode } from 'react';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts';
import { classNames } from '../theme/class-names.ts';
import { IconButton } from './icon-button.tsx';
import css from './pager.module.css';

export interface PagerProps {
  /** From 1. */
  page: number;
  /** At least 1. */
  pages: number;
  onPage: (page: number) => void;
  /** Rows on a page, and the sizes to choose from. */
  limit: number;
  limits?: readonly number[] | undefined;
  onLimit: (limit: number) => void;
  /** Between page size and page number, on wide screens only. */
  hint?: ReactNode;
}

const usualLimits: readonly number[] = [10, 15, 20, 25];

/** The foot of a list: page size, "Page X of Y", previous and next. */
export function Pager({
  page,
  pages,
  onPage,
  limit,
  limits = usualLimits,
  onLimit,
  hint,
}: PagerProps) {
  return (
    <nav className={classNames('row gap-6 small line-top', css['pager'])} aria-label="Pages">
      <span className={classNames('select-box', css['size'])}>
        <select
          aria-label="Page size"
          value={limit}
          onChange={(event) => onLimit(Number(event.currentTarget.value))}
        >
          {limits.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </select>
        <IconChevronDown size={14} stroke={2} aria-hidden />
      </span>
      {hint != null && <span className={classNames('quiet', css['hint'])}>{hint}</span>}
      <span className={css['page']} role="status">
        Page {page} of {pages}
      </span>
      <span className={css['steps']}>
        <IconButton
          label="Previous page"
          variant="default"
          size="sm"
          icon={<IconChevronLeft size={16} stroke={2} aria-hidden />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          label="Next page"
          variant="default"
          size="sm"
          icon={<IconChevronRight size={16} stroke={2} aria-hidden />}
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
}
