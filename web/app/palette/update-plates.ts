import { CallFailure } from '#web/api/call-failure.ts';
import { unexpected } from '#web/api/unexpected.ts';
import { clockOf } from '#web/format/time.ts';
import { renewKnownPlates } from '#web/records/known/known-plates.ts';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';

/** Fetches the plates of the person's place at their wish, also where data is paid for. */
export async function updatePlates(): Promise<void> {
  try {
    const plates = await renewKnownPlates(0);
    if (plates)
      toastDone(
        `${plates.byPlate.size} plates are kept on this device, as at ${clockOf(plates.readAt)}.`,
      );
    else toastFailed('This browser can’t keep plates on the device.');
  } catch (error) {
    toastFailed(error instanceof CallFailure ? error.message : unexpected.message);
  }
}
