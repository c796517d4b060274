import { type Html, html } from '#server/http/html.ts';
import { qrCode } from '#server/qr-code.ts';

/** The mark of the product on a square of 28 by 28: each stroke's width and path. */
export const markStrokes: readonly (readonly [width: string, path: string])[] = [
  [
    '1.8',
    'M6.9 .9h14.2a6 6 0 0 1 6 6v14.2a6 6 0 0 1 -6 6h-14.2a6 6 0 0 1 -6 -6v-14.2a6 6 0 0 1 6 -6z',
  ],
  ['3.4', 'M8.3 6.4v15.2M19.7 6.4v15.2M8.3 14h11.4'],
  ['2.4', 'M14 6.4v3.4M14 18.2v3.4'],
];

/** The mark in the colour of the text. */
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
    ${markStrokes.map(([width, path]) => html`<path d="${path}" stroke-width="${width}" />`)}
  </svg>`;
}

export function codeDrawing(text: string, name: string): Html {
  const { size, path } = qrCode(text);
  return html`<svg
    class="code"
    viewBox="${`0 0 ${size} ${size}`}"
    shape-rendering="crispEdges"
    role="img"
    aria-label="${name}"
  >
    <path d="${path}" />
  </svg>`;
}

const drawn = (path: Html): Html =>
  html`<svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${path}
  </svg>`;

/** The public page shows these beside the state of a ticket. */
export const publicIcons = {
  ticket: drawn(
    html`<path d="M15 5v2M15 11v2M15 17v2" /><path
        d="M5 5h14a2 2 0 0 1 2 2v3a2 2 0 0 0 0 4v3a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-3a2 2 0 0 0 0 -4v-3a2 2 0 0 1 2 -2"
      />`,
  ),
  check: drawn(html`<circle cx="12" cy="12" r="9" /><path d="M9 12l2 2l4 -4" />`),
  cross: drawn(html`<circle cx="12" cy="12" r="9" /><path d="M9 9l6 6M15 9l-6 6" />`),
  flag: drawn(
    html`<path d="M5 21v-16a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1 -7 0a5 5 0 0 0 -7 0" />`,
  ),
};
