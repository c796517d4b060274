import {
  IconArrowsMaximize,
  IconChevronUp,
  IconCurrentLocation,
  IconLayoutSidebarRightCollapse,
  IconList,
  IconMap2,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { Engine } from './engine.ts';
import css from './map-controls.module.css';

export interface MapControlsProps {
  ref: Ref<HTMLDivElement>;
  /** Null while there is no map to steer. */
  engine: Engine | null;
  /** Side by side, where there is little height to give away. */
  inRow: boolean;
  locating: boolean;
  onLocate: () => void;
  /** Whether the list stands in for the map; undefined where there is no choice. */
  listed: boolean | undefined;
  onListed: (listed: boolean) => void;
  /** Leads to the whole map. */
  onExpand?: (() => void) | undefined;
  /** Puts the map away: a column to the side, a strip up. */
  away?: { to: 'side' | 'top'; onChoose: () => void } | undefined;
}

/** The buttons over the map, from the top down. */
export function MapControls(props: MapControlsProps) {
  const { ref, engine, inRow, locating, onLocate, listed, onListed, onExpand, away } = props;
  const steers = engine !== null && listed !== true;
  return (
    <div
      ref={ref}
      className={classNames(css['controls'], inRow && css['row'])}
      role="group"
      aria-label="Map controls"
    >
      {steers && (
        <>
          <Control label="Zoom in" onChoose={() => engine.zoomBy(1)}>
            <IconPlus />
          </Control>
          <Control label="Zoom out" onChoose={() => engine.zoomBy(-1)}>
            <IconMinus />
          </Control>
          <Control label="Show where I am" busy={locating} onChoose={onLocate}>
            <IconCurrentLocation />
          </Control>
        </>
      )}
      {listed !== undefined && (
        <Control label={listed ? 'Map' : 'List'} onChoose={() => onListed(!listed)}>
          {listed ? <IconMap2 /> : <IconList />}
        </Control>
      )}
      {onExpand && (
        <Control label="Open the whole map" onChoose={onExpand}>
          <IconArrowsMaximize />
        </Control>
      )}
      {away && (
        <Control label="Hide the map" onChoose={away.onChoose}>
          {away.to === 'side' ? <IconLayoutSidebarRightCollapse /> : <IconChevronUp />}
        </Control>
      )}
    </div>
  );
}

interface ControlProps {
  label: string;
  busy?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Control({ label, busy = false, onChoose, children }: ControlProps) {
  return (
    <button
      type="button"
      className={css['control']}
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}
