import { readCredit } from './credit.ts';
import css from './map-foot.module.css';
import { kindLabels, type MapKind } from './map-points.ts';
import { MapSign } from './map-sign.tsx';

export interface MapFootProps {
  kinds: readonly MapKind[];
  /** `42 of 48 bookings have a position`, where the head doesn't say it. */
  count: string | null;
  /** HTML of the tile sources, which is never used as such. */
  credits: readonly string[];
}

/** The legend, and whose map it is. */
export function MapFoot({ kinds, count, credits }: MapFootProps) {
  return (
    <div className={css['foot']}>
      <div className={css['panel']}>
        <ul className={css['legend']} aria-label="Legend">
          {kinds.map((kind) => (
            <li key={kind}>
              <MapSign kind={kind} size={18} />
              {kindLabels[kind]}
            </li>
          ))}
        </ul>
        {count !== null && <p>{count}</p>}
      </div>
      {credits.length > 0 && (
        <p className={css['credits']}>
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
