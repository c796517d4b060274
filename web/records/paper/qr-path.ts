import { create } from 'qrcode';

/**
 * The dark squares of a QR code as one path, and the number of squares on a side, without a margin.
 */
export function qrPath(text: string): { side: number; path: string } {
  const { size: side, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let row = 0; row < side; row += 1) {
    const dark = data.slice(row * side, (row + 1) * side).join('');
    for (const { index, 0: run } of dark.matchAll(/1+/g))
      path += `M${index} ${row}h${run.length}v1h-${run.length}z`;
  }
  return { side, path };
}
