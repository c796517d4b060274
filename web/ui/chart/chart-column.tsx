import { classNames } from '../theme/class-names.ts';
import css from './chart-bars.module.css';
import type { ChartLink } from './chart-link.ts';
import tip from './chart-tip.module.css';

export interface ChartBar {
  key: string;
  value: number;
  /** Whether its time is over, running, or still to come. */
  state: 'over' | 'running' | 'future';
  /** What stands under it, for a desk and for a phone; null for most where there are many. */
  label: { long: string; short: string } | null;
  /** All that the bar says, in words. */
  name: string;
  /** The same, shown beside the bar. */
  tip: { title: string; figures: readonly string[] };
  /** What it opens; null for nothing. */
  to: string | null;
}

interface ChartColumnProps {
  bar: ChartBar;
  /** Of the height of the chart, from 0 to 1. */
  height: number;
  /** Where it stands across the chart, from 0 to 1. */
  place: number;
  shown: boolean;
  /** Whether Tab leads here. */
  reached: boolean;
  link: ChartLink;
  onShow: () => void;
  onFocus: () => void;
}

/** One bar with its figures. */
export function ChartColumn(props: ChartColumnProps) {
  const { bar, height, place, shown, reached, link: Link, onShow, onFocus } = props;
  if (bar.state === 'future') {
    return (
      <li className={css['column']} aria-hidden>
        <span className={css['bar']} data-state="future" />
      </li>
    );
  }
  const drawn = (
    <span
      className={css['bar']}
      data-state={bar.state}
      style={{ height: bar.value === 0 ? 0 : `max(2px, ${height * 100}%)` }}
    />
  );
  return (
    <li className={css['column']} data-shown={shown || undefined} onPointerEnter={onShow}>
      {bar.to === null ? (
        <span className={css['hit']} role="img" aria-label={bar.name}>
          {drawn}
        </span>
      ) : (
        <Link
          to={bar.to}
          className={css['hit'] ?? ''}
          aria-label={bar.name}
          tabIndex={reached ? 0 : -1}
          onFocus={onFocus}
        >
          {drawn}
        </Link>
      )}
      {shown && <span className={tip['stem']} style={{ bottom: `${height * 100}%` }} aria-hidden />}
      {shown && (
        <span
          className={classNames(tip['tip'], tip[sideAt(place)])}
          style={{ bottom: `calc(${height * 100}% + 12px)` }}
          aria-hidden
        >
          <b>{bar.tip.title}</b>
          <span className={classNames('flex gap-7', tip['figures'])}>
            {bar.tip.figures.map((figure) => (
              <span key={figure}>{figure}</span>
            ))}
          </span>
        </span>
      )}
    </li>
  );
}

const sideAt = (place: number) => (place < 0.25 ? 'atStart' : place > 0.75 ? 'atEnd' : 'atMiddle');
