export const logPositionHeader = 'x-hanya-position';

/**
 * The server's database must have come so far to hold all that this browser was told; every read
 * sends it.
 */
let highest: string | null = null;

export const currentLogPosition = (): string | null => highest;

/** A database that was restored begins at an earlier position; signing in tells the new one. */
export function forgetLogPosition(): void {
  highest = null;
}

/** Keeps the highest of the positions that answers and the stream tell; ignores any other text. */
export function noteLogPosition(told: string | null | undefined): void {
  if (told && (highest === null || bytesOf(told) > bytesOf(highest))) highest = told;
}

/** A position is written in two hexadecimal halves, such as 16/B374D848. */
function bytesOf(position: string): number {
  const [high = '', low = ''] = position.split('/');
  const bytes = Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
  return Number.isNaN(bytes) ? -1 : bytes;
}
