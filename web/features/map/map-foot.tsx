import type { Ref } from 'react';
import { readCredit } from './credit.ts';
import css from './map-foot.module.css';
import { kindLabels, mapKinds, type MapKind } from './map-points.ts';
import { MapSign } from './map-sign.tsx';

export interface MapFootProps {
  legendRef: Ref<HTMLDivElement>;
  creditsRef: Ref<HTMLParagraphElement>;
  /** The kinds that are switched off. */
  off: readonly MapKind[];
  onSwitch: (kind: MapKind) => void;
  /** `42 of 48 have a position`, where the head doesn't say it. */
  count: string | null;
  /** HTML of the tile sources, which is never used as such. */
  credits: readonly string[];
}

/** The legend, each entry of which shows or hides its markers, and whose map it is. */
export function MapFoot({ legendRef, creditsRef, off, onSwitch, count, credits }: MapFootProps) {
  return (
    <div className={css['foot']}>
      <div ref={legendRef} className={css['panel']}>
        <ul className={css['legend']} aria-label="Legend">
          {mapKinds.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                className={css['switch']}
                aria-pressed={!off.includes(kind)}
                title={`${off.includes(kind) ? 'Show' : 'Hide'} ${kindLabels[kind]}`}
                onClick={() => onSwitch(kind)}
              >
                <MapSign kind={kind} size={18} />
                <span>{kindLabels[kind]}</span>
              </button>
            </li>
          ))}
        </ul>
        {count !== null && <p>{count}</p>}
      </div>
      {credits.length > 0 && (
        <p ref={creditsRef} className={css['credits']}>
          {credits.flatMap(readCredit).map(({ text, href }, place) =>
            href === null ? (
              <span key={place}>{text} </span>
            ) : (
              <a key={place} href={href} target="_blank" rel="noreferrer">
                {text}{' '}
              </a>
            ),
          )}
        </p>
      )}
    </div>
  );
}
