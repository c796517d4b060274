import { create } from 'qrcode';

/** Squares a side, and the dark ones as one path. The white margin of four squares is the caller's. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** The QR code of a text. It still reads where a seventh of it doesn't. */
export function qrCode(text: string): QrCode {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const runs = Array.from({ length: size }, (_, y) =>
    [
      ...data
        .slice(y * size, (y + 1) * size)
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  );
  return { size, path: runs.flat().join('') };
}
