import { classNames } from '#web/ui/theme/class-names.ts';
import type { Engine } from './engine/engine.ts';
import { type GeoPoint, metresPerPixel } from './geography.ts';
import list from './map-foot.module.css';
import marker from './map-markers.module.css';
import { Placed } from './map-markers.tsx';
import type { MapNoticeProps } from './map-notices.tsx';
import css from './map-symbol.module.css';

interface Circle extends GeoPoint {
  /** In metres. */
  radius: number;
  name: string;
  words: string;
}

/** Numbered circles over the records, and their list. */
export interface MapLayer {
  title: string;
  circles: readonly Circle[];
  /** The map moves here, and marks the circle with this centre. */
  centre: GeoPoint | null;
  notice: (MapNoticeProps & { heading: string }) | null;
  onChoose: (circle: Circle) => void;
}

/** Pixels; a smaller circle would hide behind its markers. */
const minRadius = 26;

/** The circles to scale, each with its number at its top. The keyboard reaches them in the list. */
export function MapCircles({
  engine,
  layer,
  zoom,
}: {
  engine: Engine;
  layer: MapLayer;
  zoom: number;
}) {
  const { circles, centre, onChoose } = layer;
  return circles.map((circle, at) => {
    const { lat, lng, name } = circle;
    const radius = Math.max(minRadius, circle.radius / metresPerPixel(lat, zoom));
    const isChosen = lat === centre?.lat && lng === centre.lng;
    return (
      <Placed key={`${lat} ${lng}`} engine={engine} lat={lat} lng={lng}>
        <button
          type="button"
          className={marker['marker']}
          style={{ position: 'absolute', left: -22, top: -radius - 22 }}
          tabIndex={-1}
          title={`${at + 1}. ${name}`}
          onClick={() => onChoose(circle)}
        >
          <svg className={css['symbol']} width="1" height="1" aria-hidden>
            <circle className={css[isChosen ? 'dashes' : 'ring']} cy={radius} r={radius} />
            <circle className={css['disc']} r="12" />
            <text className={css['count']} y="5" textAnchor="middle">
              {at + 1}
            </text>
          </svg>
        </button>
      </Placed>
    );
  });
}

/** The circles in words; `onShow` is called before the map moves to one. */
export const CircleList = ({
  title,
  circles,
  onChoose,
  onShow,
}: MapLayer & { onShow: () => void }) => (
  <>
    <h2 className={classNames('row between gap-6 heading', list['head'])}>{title}</h2>
    <ol className={list['list']} aria-label={title}>
      {circles.map((circle, at) => (
        <li key={`${circle.lat} ${circle.lng}`}>
          <button
            type="button"
            className={classNames('clickable grid gap-3', list['row'])}
            onClick={() => {
              onShow();
              onChoose(circle);
            }}
          >
            <span className="strong">{`${at + 1}. ${circle.name}`}</span>
            <span className="small quiet">{circle.words}</span>
          </button>
        </li>
      ))}
    </ol>
  </>
);
