import { late } from '#web/ui/overlay/late.ts';
import type { WaitingRowsProps } from './waiting-rows.tsx';

const rows = late(() => import('./waiting-rows.tsx'));

/** What waits on the device, above a list; it comes after the list itself. */
export function LateWaitingRows(props: WaitingRowsProps) {
  const WaitingRows = rows.use('soon')?.WaitingRows;
  return WaitingRows && <WaitingRows {...props} />;
}
