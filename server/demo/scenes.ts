/** A sketch of a scene from above, 1280 by 800, as an officer draws one in the report. */
export const sceneNames = [
  'rear end',
  'junction',
  'bend',
  'lane change',
  'crossing',
  'pile-up',
  'skid marks',
  'broken glass',
] as const;
export type Scene = (typeof sceneNames)[number];

const asphalt = '#565b61';
const paint = '#f2f0e6';

const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;

const line = (d: string, stroke: string, width: number, dashes = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-dasharray="${dashes}"/>`;

const road = rect(0, 270, 1280, 260, asphalt) + line('M0 400H1280', paint, 8, '60 44');
const crossroad =
  rect(510, 0, 260, 800, asphalt) + line('M640 0V270M640 530V800', paint, 8, '50 36');
const bendRoad =
  line('M-40 620C420 620 720 560 900 -60', asphalt, 260) +
  line('M-40 620C420 620 720 560 900 -60', paint, 8, '60 44');

/** A car from above, its nose to the right before it is turned. */
const car = (x: number, y: number, degrees: number, colour: string): string =>
  `<g transform="translate(${x} ${y}) rotate(${degrees})">
    <rect x="-105" y="-48" width="210" height="96" rx="26" fill="${colour}" stroke="#22262b" stroke-width="4"/>
    <rect x="18" y="-38" width="34" height="76" rx="10" fill="#b9d3dc"/>
    <rect x="-82" y="-36" width="24" height="72" rx="9" fill="#9dbac4"/>
    <path d="M96-34v16M96 18v16" stroke="#f7d774" stroke-width="8"/></g>`;

const skid = (d: string): string => line(d, '#25282c', 12) + line(d, '#25282c', 12, '90 20');

/** Splinters around a point, the same at every run. */
function glass(x: number, y: number, count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const [angle, far] = [index * 2.4, 16 + 7 * index ** 0.9];
    const [px, py] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.7];
    return `<path d="M${px.toFixed(1)} ${py.toFixed(1)}l12 4-7 9z" fill="#cfe6ec"/>`;
  }).join('');
}

const stripes = Array.from({ length: 7 }, (_, index) =>
  rect(560, 284 + index * 36, 160, 18, paint),
);

const drawings: Readonly<Record<Scene, string>> = {
  'rear end':
    road +
    skid('M120 445H470M120 500H470') +
    car(580, 470, 0, '#c8452f') +
    car(800, 470, 3, '#e8e6df') +
    glass(692, 470, 16),
  junction:
    road +
    crossroad +
    skid('M700 770C700 640 690 580 660 500') +
    car(600, 400, -62, '#2f6db3') +
    car(720, 350, 176, '#f0c23b') +
    glass(668, 380, 20),
  bend:
    bendRoad +
    skid('M300 560C520 540 700 560 930 640M300 610C520 590 700 610 920 690') +
    car(1010, 690, 14, '#3b8a57') +
    '<circle cx="1165" cy="715" r="62" fill="#4c7a3d"/><circle cx="1165" cy="715" r="18" fill="#6b4b2f"/>' +
    glass(1110, 705, 12),
  'lane change':
    road +
    skid('M260 340C420 340 520 380 620 440') +
    car(700, 455, 24, '#e8e6df') +
    car(830, 490, -4, '#222') +
    glass(770, 480, 14),
  crossing:
    road +
    stripes.join('') +
    skid('M180 440H420M180 495H420') +
    car(520, 468, 0, '#8a2f5c') +
    '<circle cx="760" cy="470" r="26" fill="none" stroke="#f7d774" stroke-width="10"/>',
  'pile-up':
    road +
    car(420, 460, -8, '#2f6db3') +
    car(620, 480, 6, '#c8452f') +
    car(830, 455, -3, '#e8e6df') +
    skid('M80 430H300M80 500H300') +
    glass(520, 470, 10) +
    glass(730, 470, 12),
  'skid marks':
    rect(0, 0, 1280, 800, asphalt) +
    skid('M90 250C480 260 820 330 1210 520M90 400C480 410 800 480 1160 660') +
    rect(0, 730, 1280, 24, paint),
  'broken glass':
    rect(0, 0, 1280, 800, asphalt) +
    car(240, 380, 12, '#c8452f') +
    glass(620, 430, 70) +
    rect(860, 560, 150, 34, '#22262b'),
};

/** The sketch as SVG, with a north arrow and no words. */
export const drawingOf = (scene: Scene): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800" viewBox="0 0 1280 800">
  ${rect(0, 0, 1280, 800, '#c9b68f')}${drawings[scene]}
  <g transform="translate(1210 80)" fill="none" stroke="#22262b" stroke-width="6">
  <circle r="42" fill="#fffdf6"/><path d="M0 26V-26M-13-10L0-26 13-10"/></g></svg>`;
