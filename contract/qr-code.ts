import encodeQR from 'qr';

/** Squares a side, and the dark ones as one path. The white margin of four squares is the caller's. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** The QR code of a text, of which a seventh may be unreadable. */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 0 });
  const runs = rows.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  );
  return { size: rows.length, path: runs.join('') };
}
