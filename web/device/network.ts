import { storageKeys } from './storage-keys.ts';

interface Network {
  /** Such as `wifi` or `cellular`. */
  type?: string;
  saveData?: boolean;
  effectiveType?: string;
}

const network = (): Network => (navigator as Navigator & { connection?: Network }).connection ?? {};

/**
 * True if data is to be saved, comes slowly, or may be paid for by the byte, as far as the browser
 * tells.
 */
export function isMetered(): boolean {
  const { saveData, effectiveType, type } = network();
  return (
    saveData === true ||
    effectiveType === '2g' ||
    effectiveType === 'slow-2g' ||
    type === 'cellular'
  );
}

/** A send of this device got no answer. */
export function noteCutOff(): void {
  try {
    localStorage.setItem(storageKeys.cutOff, String(Date.now()));
  } catch {
    // A browser that stores nothing knows of no such send.
  }
}

const hour = 3_600_000;

/** True if a send of this device got no answer within the last hour. */
export const wasCutOffLately = (): boolean =>
  Date.now() - Number(localStorage.getItem(storageKeys.cutOff)) < hour;
