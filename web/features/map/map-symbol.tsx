import { classNames } from '#web/ui/theme/class-names.ts';
import { ringArcs, ringRadius } from './cluster-ring.ts';
import type { KindCount, MapKind } from './map-points.ts';
import css from './map-symbol.module.css';

/** The path of each symbol, around 0, 0. */
const glyphs: Record<MapKind, string> = {
  issued: 'M-4-2.6h8v1.7a1 1 0 0 0 0 1.9v1.7h-8V1a1 1 0 0 0 0-1.9z',
  paid: 'M-3.6.2-1 2.8 3.8-2.4',
  completed: 'M-2.6 4v-8h5.4L1.4-1.6 2.8.6h-5.4',
  accident: 'M0-4.4V.6M0 3.6v.2',
};

export interface MapSymbolProps {
  kind: MapKind;
  /** In pixels; the symbol itself is 18 wide in a box of 26. */
  size?: number;
  selected?: boolean;
}

/** The symbol of one record: a circle in the colour of its state, a diamond for an accident. */
export function MapSymbol({ kind, size = 26, selected = false }: MapSymbolProps) {
  const half = selected ? 23 : 13;
  const width = selected ? 46 : size;
  return (
    <svg
      className={classNames(css['symbol'], css[kind])}
      width={width}
      height={width}
      viewBox={`${-half} ${-half} ${half * 2} ${half * 2}`}
      aria-hidden
    >
      {selected && (
        <>
          <circle className={css['ring']} r="17" />
          <circle className={css['dashes']} r="21" />
        </>
      )}
      {kind === 'accident' ? (
        <rect
          className={css['shape']}
          x="-8.6"
          y="-8.6"
          width="17.2"
          height="17.2"
          rx="3"
          transform="rotate(45)"
        />
      ) : (
        <circle className={css['shape']} r="9.2" />
      )}
      <path className={css['glyph']} d={glyphs[kind]} />
    </svg>
  );
}

/** The symbol of a cluster: its count in a ring that is divided by kind. */
export function ClusterSymbol({ count, kinds }: { count: number; kinds: readonly KindCount[] }) {
  const radius = ringRadius(count);
  const half = radius + 4;
  return (
    <svg
      className={css['symbol']}
      width={half * 2}
      height={half * 2}
      viewBox={`${-half} ${-half} ${half * 2} ${half * 2}`}
      aria-hidden
    >
      <circle className={css['disc']} r={radius + 3.5} />
      {ringArcs(kinds, radius).map((arc) => (
        <path key={arc.kind} className={classNames(css['arc'], css[arc.kind])} d={arc.path} />
      ))}
      <text className={css['count']} y="5" textAnchor="middle">
        {count}
      </text>
    </svg>
  );
}
