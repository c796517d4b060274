import { useUnsentCount } from '#web/api/unsent.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import type { WaitingRowsProps } from './waiting-rows.tsx';

const rows = lazyPart(() => import('./waiting-rows.tsx'));

export const fetchWaitingRows = rows.get;

/** The records that wait on the device, above a list; they are loaded after the list itself. */
export function LazyWaitingRows(props: WaitingRowsProps) {
  const unsent = useUnsentCount();
  const WaitingRows = rows.use(unsent > 0 || 'soon')?.WaitingRows;
  return WaitingRows && <WaitingRows {...props} />;
}
