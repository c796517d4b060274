import { useEffect, useId } from 'react';
import {
  type PaperSize,
  paperSizeNames,
  paperSizes,
  paperSizeSchema,
} from '#contract/modules/after-ticket/papers.ts';
import { createStore } from '#web/device/create-store.ts';
import { readFromDevice, saveOnDevice } from '#web/device/device-store.ts';
import { lastUser } from '#web/device/last-user.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import css from './print-menu.module.css';

const storeKey = 'paper size';
/** The size chosen last on this device; null before any. */
const chosen = createStore<PaperSize | null>(null);

function choose(size: PaperSize): void {
  chosen.set(size);
  const userId = lastUser();
  if (userId !== null) void saveOnDevice(userId, storeKey, size);
}

/** The paper in this device's printer, as it was chosen here last, online or offline. */
export function usePaperSize(): PaperSize {
  const size = chosen.use();
  const phone = useScreen('phone');
  useEffect(() => {
    const userId = lastUser();
    if (userId === null || chosen.get() !== null) return;
    void readFromDevice(userId, storeKey, paperSizeSchema).then((kept) => {
      if (chosen.get() === null) chosen.set(kept);
    });
  }, []);
  // An officer at the roadside has a pocket printer, an office one with sheets.
  return size ?? (phone ? '80mm' : 'a4');
}

/** Chooses the paper that this device prints on from then on. */
export function PaperSizeChoice() {
  const size = usePaperSize();
  const group = useId();
  return (
    <fieldset className={classNames('row gap-4', css['sizes'])}>
      <legend>Paper</legend>
      {paperSizes.map((one) => (
        <label key={one} className={css['size']}>
          <input
            type="radio"
            name={group}
            value={one}
            checked={one === size}
            data-autofocus={one === size || undefined}
            onChange={() => choose(one)}
          />
          <span>{paperSizeNames[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
