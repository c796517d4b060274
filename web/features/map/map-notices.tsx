import { type ReactNode, useState } from 'react';
import type { MapRecords } from '#contract/map.ts';
import { IconX } from '#web/ui/icons.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { Loader } from './loader.ts';
import css from './map-notices.module.css';

export interface MapNoticesProps {
  loader: Loader;
  online: boolean;
  /** True if they stand below the map instead of over it. */
  below: boolean;
  /** True if the list is in the map's place: how the map looks doesn't matter then. */
  showsList: boolean;
  onRetry: () => void;
  records: MapRecords | null;
  failure: string | null;
  onReload: () => void;
  /** The reason why the device's position isn't known. */
  problem: string | null;
  onProblemRead: () => void;
}

/** The faults of the map or its records. */
export function MapNotices(props: MapNoticesProps) {
  const { loader, online, below, showsList, onRetry, records, failure, onReload, problem } = props;
  const { onProblemRead } = props;
  const again = { label: 'Try again', onChoose: onRetry };
  return (
    <div className={classNames(css['notices'], below && css['below'])}>
      <div role="status" className={css['stack']}>
        {loader.state === 'auth failure' && !showsList && (
          <MapNotice key="key" heading="The map key was refused" action={again}>
            There is a problem with the API key. You still see markers on a plain map.
          </MapNotice>
        )}
        {loader.state === 'failed' && online && loader.canDraw && !showsList && (
          <MapNotice key="failed" heading="The streets could not be loaded" action={again}>
            You still see markers on a plain map with states and towns.
          </MapNotice>
        )}
        {!loader.canDraw && (
          <MapNotice key="script" heading="The map could not be loaded">
            You can see the same records in the list.
          </MapNotice>
        )}
        {failure !== null && (
          <MapNotice
            key="records"
            heading={
              records === null ? 'The records could not be loaded' : 'The markers are out of date'
            }
            action={{ label: 'Try again', onChoose: onReload }}
          >
            {failure}
          </MapNotice>
        )}
        {records !== null && records.withPosition === 0 && (
          <MapNotice key="none" heading="There are no markers">
            {records.total === 0 ? 'There are no records yet.' : 'No record has a position.'}
          </MapNotice>
        )}
      </div>
      <div role="alert" className={css['stack']}>
        {problem !== null && <MapNotice onRead={onProblemRead}>{problem}</MapNotice>}
      </div>
    </div>
  );
}

export interface MapNoticeProps {
  heading?: string;
  children: ReactNode;
  action?: { label: string; onChoose: () => void };
  /** Called instead of hiding the notice. */
  onRead?: () => void;
}

export function MapNotice({ heading, children, action, onRead }: MapNoticeProps) {
  const [read, setRead] = useState(false);
  if (read) return null;
  return (
    <div className={classNames('small flex gap-2', css['notice'])}>
      <div className="grow">
        {heading !== undefined && <b>{heading}</b>}
        <p>{children}</p>
        {action && (
          <button type="button" className={css['act']} onClick={action.onChoose}>
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        className={classNames('icon-button', css['close'])}
        aria-label="Close this notice"
        onClick={onRead ?? (() => setRead(true))}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
