import { create } from 'qrcode';

/** Dark squares side by side in one row, counted in squares from the upper left corner. */
interface Run {
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** A QR code of a text as dark runs on a square of `size` by `size`, without the white around it. */
export function qrRuns(text: string): { size: number; runs: readonly Run[] } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const runs: Run[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let length = 0;
      while (x + length < size && data[y * size + x + length] === 1) length += 1;
      if (length === 0) continue;
      runs.push({ x, y, length });
      x += length;
    }
  }
  return { size, runs };
}
