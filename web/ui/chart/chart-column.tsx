import { classNames } from '../theme/class-names.ts';
import css from './chart-bars.module.css';
import type { ChartLink } from './chart-link.ts';
import tip from './chart-tip.module.css';

export interface ChartBar {
  key: string;
  value: number;
  /** The period is over, running, or still to come. */
  state: 'over' | 'running' | 'future';
  /** The label under it, for wide screens and for a phone; null for most of many bars. */
  label: { long: string; short: string } | null;
  /** Its figures in words, as the accessible name. */
  name: string;
  /** The same, shown beside the bar. */
  tip: { title: string; figures: readonly string[] };
  /** The address it opens; null for none. */
  to: string | null;
}

interface ChartColumnProps {
  bar: ChartBar;
  /** A share of the chart's height, from 0 to 1. */
  height: number;
  /** Its position across the chart, from 0 to 1. */
  place: number;
  shown: boolean;
  link: ChartLink;
  onShow: () => void;
}

/** One bar with its figures. */
export function ChartColumn(props: ChartColumnProps) {
  const { bar, height, place, shown, link: Link, onShow } = props;
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
        <Link to={bar.to} className={css['hit'] ?? ''} aria-label={bar.name} onFocus={onShow}>
          {drawn}
        </Link>
      )}
      {shown && <span className={tip['stem']} style={{ bottom: `${height * 100}%` }} aria-hidden />}
      {shown && (
        <span
          className={classNames('small grid gap-1 nowrap', tip['tip'], tip[sideAt(place)])}
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
