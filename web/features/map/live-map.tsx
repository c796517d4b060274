import { useMemo, useState } from 'react';
import type { Organisation } from '#contract/places.ts';
import type { MapRecords } from '#contract/statistics.ts';
import { clusterIndex } from './clusters.ts';
import { MapClosed } from './map-closed.tsx';
import { MapFrame } from './map-frame.tsx';
import { mapPoints, type MapPoint } from './map-points.ts';
import { useMapRecords } from './use-map-records.ts';

/** page: the whole screen. panel: on the dashboard. column, strip: beside and above a list. */
export type MapVariant = 'page' | 'panel' | 'column' | 'strip';

export interface LiveMapProps {
  /** Unpaid bookings, or everything of the last 30 days with collisions. */
  of: 'unpaid' | 'recent';
  organisation?: Organisation | undefined;
  variant: MapVariant;
  /** Shown instead of what the server is asked for. */
  records?: MapRecords | undefined;
  /** Another number reads the records again. */
  revision?: number | undefined;
  /** The id of the record that is open, which gets the ring. */
  selected?: string | undefined;
  onOpenBooking: (id: string) => void;
  onOpenCollision: (id: string) => void;
  /** Leads to the whole map, where there is one. */
  onExpand?: (() => void) | undefined;
}

const none: MapPoint[] = [];

/** The live map: where the records of the moment were made. */
export function LiveMap(props: LiveMapProps) {
  const { of, organisation, variant, revision = 0, selected = '' } = props;
  const read = useMapRecords({ of, organisation, revision }, props.records);
  const { records } = read;
  const points = useMemo(() => (records ? mapPoints(records) : none), [records]);
  const index = useMemo(() => clusterIndex(points), [points]);
  const [closed, setClosed] = useState(variant === 'strip');
  const [lastVariant, setLastVariant] = useState(variant);
  if (lastVariant !== variant) {
    setLastVariant(variant);
    setClosed(variant === 'strip');
  }

  function open({ id, kind }: MapPoint): void {
    if (kind === 'accident') props.onOpenCollision(id);
    else props.onOpenBooking(id);
  }

  const shown = { of, variant, records, points, index };
  if (closed) return <MapClosed {...shown} onShow={() => setClosed(false)} />;
  return (
    <MapFrame
      {...shown}
      question={`${of} ${organisation ?? ''}`}
      selected={selected}
      failure={read.failure}
      onReload={read.reload}
      onOpen={open}
      onExpand={props.onExpand}
      onClose={variant === 'strip' || variant === 'column' ? () => setClosed(true) : undefined}
    />
  );
}
