interface Network {
  /** Such as `wifi` or `cellular`. */
  type?: string;
  saveData?: boolean;
  effectiveType?: string;
}

const network = (): Network => (navigator as Navigator & { connection?: Network }).connection ?? {};

/** Whether data is to be saved, or comes slowly, as far as the browser tells. */
export function isSparing(): boolean {
  const { saveData, effectiveType } = network();
  return saveData === true || effectiveType === '2g' || effectiveType === 'slow-2g';
}

/** Whether the person may pay for each byte, too. */
export const isMetered = (): boolean => isSparing() || network().type === 'cellular';
