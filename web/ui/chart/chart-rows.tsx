import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import type { ChartLink } from './chart-link.ts';
import css from './chart-rows.module.css';

export interface ChartRow {
  key: string;
  value: number;
  /** The row's subject: a short code, and words. */
  mark: string;
  words: string;
  /** The figure of the bar, and one more. */
  figure: string;
  detail: string;
  to: string;
}

export interface ChartRowsProps {
  /** The accessible name of the list. */
  label: string;
  rows: readonly ChartRow[];
  link: ChartLink;
}

/** Horizontal bars from zero, the highest first; each row is a link. */
export function ChartRows({ label, rows, link: Link }: ChartRowsProps) {
  const highest = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ol className={css['rows']} aria-label={label}>
      {rows.map(({ key, value, mark, words, figure, detail, to }) => (
        <li key={key}>
          <Link to={to} className={classNames('clickable', css['row'])}>
            <RowShape
              text={
                <>
                  <b className={css['mark']}>{mark}</b> {words}
                </>
              }
              width={value / highest}
              figure={figure}
              detail={detail}
            />
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The rows in their final height, before they are loaded. */
export function ChartRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className={css['rows']} aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row}>
          <div className={css['row']}>
            <RowShape
              text={<span className={classNames('skeleton', css['skeleton'])} />}
              width={0}
              figure={<span className={classNames('skeleton', css['skeleton'])} />}
              detail={<span className={classNames('skeleton', css['skeleton'])} />}
            />
          </div>
        </div>
      ))}
    </div>
  );
}

interface RowShapeProps {
  text: ReactNode;
  /** A share of the space there is, from 0 to 1. */
  width: number;
  figure: ReactNode;
  detail: ReactNode;
}

function RowShape({ text, width, figure, detail }: RowShapeProps) {
  return (
    <>
      <span className={classNames('truncate', css['text'])}>{text}</span>{' '}
      <span className={css['track']} aria-hidden>
        <span className={css['bar']} style={{ width: `${width * 100}%` }} />
      </span>
      <span className={classNames('strong nowrap', css['figure'])}>{figure}</span>{' '}
      <span className={classNames('quiet nowrap', css['detail'])}>{detail}</span>
    </>
  );
}
