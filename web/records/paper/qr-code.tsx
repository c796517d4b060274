import { qrCode } from '#contract/qr-code.ts';

/** A QR code with its white margin; `text` is a ticket's address. */
export function QrCode({ text }: { text: string }) {
  const { size, path } = qrCode(text);
  return (
    <svg
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={`Code that leads to ${publicPageOf(text)}`}
    >
      <path d={path} />
    </svg>
  );
}

/** The plain address of a ticket's public page, without what is signed. */
export const publicPageOf = (address: string): string => address.split('#')[0] ?? '';
