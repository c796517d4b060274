import type { ReactNode, Ref } from 'react';
import {
  IconArrowsMaximize,
  IconChevronUp,
  IconCurrentLocation,
  IconLayoutSidebarRightCollapse,
  IconList,
  IconMap2,
  IconMinus,
  IconPlus,
} from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { Engine } from './engine/engine.ts';
import css from './map-controls.module.css';

export interface MapControlsProps {
  ref: Ref<HTMLDivElement>;
  /** Null before the map is opened. */
  engine: Engine | null;
  /** Side by side, where the map is low. */
  inRow: boolean;
  locating: boolean;
  onLocate: () => void;
  /** True if the list stands in for the map; undefined where there is no choice. */
  showsList: boolean | undefined;
  onList: (showsList: boolean) => void;
  /** Leads to the whole map. */
  onExpand?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
  closesTo: 'side' | 'top';
}

/** The buttons over the map, from the top down. */
export function MapControls(props: MapControlsProps) {
  const { ref, engine, inRow, locating, onLocate, showsList, onList, onExpand, onClose } = props;
  return (
    <div
      ref={ref}
      className={classNames('column flex-none', css['controls'], inRow && css['row'])}
      role="group"
      aria-label="Map controls"
    >
      {engine !== null && showsList !== true && (
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
      {showsList !== undefined && (
        <Control label={showsList ? 'Map' : 'List'} onChoose={() => onList(!showsList)}>
          {showsList ? <IconMap2 /> : <IconList />}
        </Control>
      )}
      {onExpand && (
        <Control label="Open the whole map" onChoose={onExpand}>
          <IconArrowsMaximize />
        </Control>
      )}
      {onClose && (
        <Control label="Hide the map" onChoose={onClose}>
          {props.closesTo === 'side' ? <IconLayoutSidebarRightCollapse /> : <IconChevronUp />}
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
