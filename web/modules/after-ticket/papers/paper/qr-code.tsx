import { create } from 'qrcode';

/** A QR code with its white margin; `text` is a ticket's address. */
export function QrCode({ text }: { text: string }) {
  const { size: side, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let row = 0; row < side; row += 1) {
    const dark = data.slice(row * side, (row + 1) * side).join('');
    for (const { index, 0: run } of dark.matchAll(/1+/g))
      path += `M${index} ${row}h${run.length}v1h-${run.length}z`;
  }
  return (
    <svg
      viewBox={`-4 -4 ${side + 8} ${side + 8}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={`QR code for ${publicPageOf(text)}`}
    >
      <path d={path} />
    </svg>
  );
}

/** The plain address of a ticket's public page, without what is signed. */
export const publicPageOf = (address: string): string => address.split('#')[0] ?? '';
