import type { Ref } from 'react';
import { classNames } from '#web/ui/theme/class-names.ts';
import { type Shading, shadings } from './areas.ts';
import { readCredit } from './credit.ts';
import css from './map-foot.module.css';
import { kindLabels, type MapKind, mapKinds } from './map-points.ts';
import { MapSymbol } from './map-symbol.tsx';

const shadingNames = Object.keys(shadings) as Shading[];

export interface MapFootProps {
  legendRef: Ref<HTMLDivElement>;
  creditsRef: Ref<HTMLParagraphElement>;
  /** The kinds that are switched off. */
  off: readonly MapKind[];
  onSwitch: (kind: MapKind) => void;
  /** `42 of 48 have a position`; null where the head says it. */
  count: string | null;
  /** What the areas are shaded by; undefined where the map has no space to choose. */
  shading: Shading | null | undefined;
  onShade: (by: Shading | null) => void;
  /** The zones with the most of it, in words. */
  most: string;
  /** HTML of the tile sources, of which only the text and links are shown. */
  credits: readonly string[];
}

/** The legend, whose entries show or hide their markers, and the credits of the tile sources. */
export function MapFoot(props: MapFootProps) {
  const { legendRef, creditsRef, off, onSwitch, shading, onShade, count, credits } = props;
  return (
    <div className={classNames('flex wrap between', css['foot'])}>
      <div ref={legendRef} className={classNames('tiny grid gap-3', css['panel'])}>
        <ul className={classNames('flex wrap gap-3', css['legend'])} aria-label="Legend">
          {mapKinds.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                className={classNames('inline-row gap-3', css['switch'])}
                aria-pressed={!off.includes(kind)}
                title={`${off.includes(kind) ? 'Show' : 'Hide'} ${kindLabels[kind]}`}
                onClick={() => onSwitch(kind)}
              >
                <MapSymbol kind={kind} size={18} />
                <span>{kindLabels[kind]}</span>
              </button>
            </li>
          ))}
        </ul>
        {shading !== undefined && (
          <div className="flex wrap gap-3" role="group" aria-label="Shade areas by">
            <span className={css['by']}>Areas</span>
            {shadingNames.map((by) => (
              <button
                key={by}
                type="button"
                className={classNames('inline-row', css['shade'])}
                aria-pressed={shading === by}
                onClick={() => onShade(shading === by ? null : by)}
              >
                {shadings[by]}
              </button>
            ))}
          </div>
        )}
        {shading != null && <p role="status">Most: {props.most === '' ? 'none' : props.most}</p>}
        {count !== null && <p>{count}</p>}
      </div>
      {credits.length > 0 && (
        <p ref={creditsRef} className={classNames('flex wrap tiny', css['credits'])}>
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
