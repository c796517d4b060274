import { type ReactNode, useState } from 'react';
import { oneTabStopAtEnd } from '../controls/one-tab-stop.ts';
import { classNames } from '../theme/class-names.ts';
import css from './chart-bars.module.css';
import { type ChartBar, ChartColumn } from './chart-column.tsx';
import type { ChartLink } from './chart-link.ts';
import type { ChartScale } from './chart-scale.ts';

export interface ChartBarsProps {
  /** The accessible name of the chart. */
  label: string;
  bars: readonly ChartBar[];
  scale: ChartScale;
  /** The label of a line of the scale, for wide screens and for a phone. */
  lineLabel: (value: number) => { long: string; short: string };
  link: ChartLink;
}

/**
 * Bars from zero, each a link. Tab reaches one of them; the arrow keys, Home and End the others. The
 * bar under the pointer or with the focus shows its figures, until Escape.
 */
export function ChartBars({ label, bars, scale, lineLabel, link }: ChartBarsProps) {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <ChartFrame scale={scale} lineLabel={lineLabel} labels={bars}>
      <ol
        className={css['bars']}
        ref={oneTabStopAtEnd}
        aria-label={label}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setShown(null);
        }}
        onPointerLeave={() => setShown(null)}
        onBlur={() => setShown(null)}
      >
        {bars.map((bar, at) => (
          <ChartColumn
            key={bar.key}
            bar={bar}
            height={bar.value / scale.top}
            place={(at + 0.5) / bars.length}
            shown={shown === bar.key}
            link={link}
            onShow={() => setShown(bar.key)}
          />
        ))}
      </ol>
    </ChartFrame>
  );
}

interface ChartFrameProps {
  scale: ChartScale;
  lineLabel: (value: number) => { long: string; short: string };
  labels: readonly Pick<ChartBar, 'key' | 'label' | 'state'>[];
  children: ReactNode;
}

/** Scale, lines and labels, hidden from screen readers since the names of the bars say it all. */
function ChartFrame({ scale, lineLabel, labels, children }: ChartFrameProps) {
  return (
    <div className={classNames('tiny', css['chart'])}>
      <div className={css['scale']} aria-hidden>
        {scale.lines.map((value) => (
          <span key={value}>
            <span className={css['long']}>{lineLabel(value).long}</span>
            <span className={css['short']}>{lineLabel(value).short}</span>
          </span>
        ))}
      </div>
      <div className={css['plot']}>
        <div className={css['lines']} aria-hidden>
          {scale.lines.map((value) => (
            <span key={value} />
          ))}
        </div>
        {children}
      </div>
      <div className={css['labels']} aria-hidden>
        {labels.map(({ key, label, state }) => (
          <span key={key} data-state={state}>
            {label !== null && (
              <>
                <span className={css['long']}>{label.long}</span>
                <span className={css['short']}>{label.short}</span>
              </>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

const skeletonScale: ChartScale = { top: 3, lines: [0, 1, 2, 3] };

/** A chart in its final shape, before its figures are loaded. */
export function ChartSkeleton({ count }: { count: number }) {
  const keys = Array.from({ length: count }, (_, key) => String(key));
  return (
    <ChartFrame scale={skeletonScale} lineLabel={skeletonLabel} labels={[]}>
      <div className={css['bars']} aria-hidden>
        {keys.map((key, at) => (
          <span key={key} className={css['column']}>
            <span
              className={css['bar']}
              data-state="skeleton"
              style={{ height: `${30 + ((at * 37) % 50)}%` }}
            />
          </span>
        ))}
      </div>
    </ChartFrame>
  );
}

const skeletonLabel = () => ({ long: '\u2003\u2003\u2003\u2003', short: '\u2003\u2003' });
