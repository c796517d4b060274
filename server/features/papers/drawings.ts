import { html, type Html } from '#server/http/html.ts';
import { qrRuns } from './qr.ts';

/** The mark of the product, in the colour of the text. */
export function markDrawing(side: number): Html {
  const px = String(side);
  return html`<svg
    width="${px}"
    height="${px}"
    viewBox="0 0 28 28"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <rect x=".9" y=".9" width="26.2" height="26.2" rx="6" stroke-width="1.8" />
    <path d="M8.3 6.4v15.2M19.7 6.4v15.2M8.3 14h11.4" stroke-width="3.4" />
    <path d="M14 6.4v3.4M14 18.2v3.4" stroke-width="2.4" />
  </svg>`;
}

/** A QR code, without the white around it that its place must give. */
export function codeDrawing(text: string, name: string): Html {
  const { size, runs } = qrRuns(text);
  const path = runs.map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`).join('');
  const box = `0 0 ${size} ${size}`;
  return html`<svg
    class="code"
    viewBox="${box}"
    shape-rendering="crispEdges"
    role="img"
    aria-label="${name}"
  >
    <path d="${path}" />
  </svg>`;
}
