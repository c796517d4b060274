import { useState, type ReactNode } from 'react';
import { ChartColumn, type ChartBar } from './chart-column.tsx';
import type { ChartLink } from './chart-link.ts';
import { useChartKeys } from './chart-keys.ts';
import type { ChartScale } from './chart-scale.ts';
import css from './chart-bars.module.css';

export interface ChartBarsProps {
  /** The name of the chart, spoken. */
  label: string;
  bars: readonly ChartBar[];
  scale: ChartScale;
  /** What a line of the scale says, for a desk and for a phone. */
  lineLabel: (value: number) => { long: string; short: string };
  link: ChartLink;
}

/**
 * Bars from zero, each a link with its full name. Tab reaches one of them, the arrow keys, Home and
 * End the others; what the pointer or the focus is on shows its figures, until Escape.
 */
export function ChartBars({ label, bars, scale, lineLabel, link }: ChartBarsProps) {
  const [shown, setShown] = useState<string | null>(null);
  const keys = useChartKeys(bars, () => setShown(null));
  return (
    <ChartFrame scale={scale} lineLabel={lineLabel} labels={bars}>
      <ol
        className={css['bars']}
        aria-label={label}
        onKeyDown={keys.onKeyDown}
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
            reached={keys.reached === bar.key}
            link={link}
            onShow={() => setShown(bar.key)}
            onFocus={() => {
              keys.reach(bar.key);
              setShown(bar.key);
            }}
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

/** Scale, lines and labels around the bars; the names of the bars say all this, so it isn't read out. */
function ChartFrame({ scale, lineLabel, labels, children }: ChartFrameProps) {
  return (
    <div className={css['chart']}>
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

const boneScale: ChartScale = { top: 3, lines: [0, 1, 2, 3] };

/** The chart in its final shape before anything is known. */
export function ChartBones({ count }: { count: number }) {
  const bones = Array.from({ length: count }, (_, key) => String(key));
  return (
    <ChartFrame scale={boneScale} lineLabel={boneLabel} labels={[]}>
      <div className={css['bars']} aria-hidden>
        {bones.map((key, at) => (
          <span key={key} className={css['column']}>
            <span
              className={css['bar']}
              data-state="bone"
              style={{ height: `${30 + ((at * 37) % 50)}%` }}
            />
          </span>
        ))}
      </div>
    </ChartFrame>
  );
}

const boneLabel = () => ({ long: '\u2003\u2003\u2003\u2003', short: '\u2003\u2003' });
