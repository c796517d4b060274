interface Network {
  /** Such as `wifi` or `cellular`. */
  type?: string;
  saveData?: boolean;
  effectiveType?: string;
}

const network = (): Network => (navigator as Navigator & { connection?: Network }).connection ?? {};

/**
 * Whether data is to be saved, comes slowly, or may be paid for byte by byte, as far as the browser
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
