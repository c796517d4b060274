import { type ReactNode, useState } from 'react';
import type { MapRecords } from '#contract/map.ts';
import { IconX } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { Loader } from './loader.ts';
import css from './map-notices.module.css';

export interface MapNoticesProps {
  /** True if the notices stand below the map instead of over it. */
  below: boolean;
  /** True if the list takes the map's place, so that nobody misses streets. */
  showsList: boolean;
  loader: Loader;
  online: boolean;
  onLoadMap: () => void;
  records: MapRecords | null;
  /** The reason why the records could not be loaded, or loaded again. */
  recordsFailure: string | null;
  onLoadRecords: () => void;
  /** The reason why the device's position isn't known. */
  positionProblem: string | null;
  onClosePositionProblem: () => void;
}

/** Notices about the map, its records and the device's position. */
export function MapNotices({
  below,
  showsList,
  loader,
  online,
  onLoadMap,
  records,
  recordsFailure,
  onLoadRecords,
  positionProblem,
  onClosePositionProblem,
}: MapNoticesProps) {
  const loadMap = { label: 'Try again', onChoose: onLoadMap };
  return (
    <div className={classNames(css['notices'], below && css['below'])}>
      <div role="status" className={css['stack']}>
        {loader.state === 'auth failure' && !showsList && (
          <MapNotice heading="The map server refused the API key" action={loadMap}>
            There is a problem with the API key. You can still see markers on a plain map.
          </MapNotice>
        )}
        {loader.state === 'failed' && online && loader.canDraw && !showsList && (
          <MapNotice heading="The streets could not be loaded" action={loadMap}>
            You can still see markers on a plain map with states and towns.
          </MapNotice>
        )}
        {!loader.canDraw && (
          <MapNotice heading="The map could not be loaded">
            You can see the same records in the list.
          </MapNotice>
        )}
        {recordsFailure !== null && (
          <MapNotice
            heading={
              records === null
                ? 'The records could not be loaded'
                : 'The markers may be out of date'
            }
            action={{ label: 'Try again', onChoose: onLoadRecords }}
          >
            {recordsFailure}
          </MapNotice>
        )}
        {records !== null && records.withPosition === 0 && (
          <MapNotice heading="There are no markers">
            {records.total === 0 ? 'There are no records yet.' : 'The records have no position.'}
          </MapNotice>
        )}
      </div>
      <div role="alert" className={css['stack']}>
        {positionProblem !== null && (
          <MapNotice onClose={onClosePositionProblem}>{positionProblem}</MapNotice>
        )}
      </div>
    </div>
  );
}

export interface MapNoticeProps {
  heading?: string;
  children: ReactNode;
  action?: { label: string; onChoose: () => void };
  /** Without it the notice hides itself when it is closed. */
  onClose?: () => void;
}

export function MapNotice({ heading, children, action, onClose }: MapNoticeProps) {
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed) return null;
  return (
    <div className={classNames('small flex gap-2', css['notice'])}>
      <div className="grow">
        {heading !== undefined && <b>{heading}</b>}
        <p>{children}</p>
        {action && (
          <button type="button" className={css['action']} onClick={action.onChoose}>
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        className={classNames('icon-button', css['close'])}
        aria-label="Close this notice"
        onClick={onClose ?? (() => setIsClosed(true))}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
