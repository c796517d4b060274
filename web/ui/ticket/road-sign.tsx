import { Brand } from '../shell/brand.tsx';
import css from './road-sign.module.css';

const names: readonly [x: number, y: number, text: string][] = [
  [348, 104, 'Kano'],
  [40, 150, 'Samaru'],
  [40, 189, 'Funtua'],
  [408, 252, 'Sabon Gari'],
  [408, 360, 'Jos'],
  [330, 540, 'Zaria City'],
  [330, 579, 'Kaduna'],
];

const routes: readonly [x: number, y: number, text: string][] = [
  [438, 104, 'A2'],
  [154, 189, 'A126'],
  [468, 360, 'A236'],
  [450, 579, 'A2'],
];

const arms = [
  'M269 380L269 640L303 640L303 380Z',
  'M309.3 243.8L319.9 119.4L305.4 102.1L288.1 116.6L277.4 241Z',
  'M227.6 271.5L97 211.1L81.1 217L87 232.9L217.5 293.3Z',
  'M356.5 310.7L443.2 298.4L450.4 288.8L440.8 281.6L354.1 293.8Z',
];

/** A direction sign: at the left of wide screens, across the top of others. */
export function RoadSign({ caption }: { caption: string }) {
  return (
    <aside className={css['sign']}>
      <Brand size="lg" />
      <svg className={css['drawing']} viewBox="0 40 580 620" aria-hidden>
        <path d="M217.4 339.7A74 74 0 1 1 251.3 377.3" fill="none" stroke="#fff" strokeWidth="25" />
        {arms.map((arm) => (
          <path key={arm} d={arm} fill="#fff" />
        ))}
        <path className={css['dashes']} d="M286 404v232M296 226L304 122" />
        <g className={css['names']}>
          {names.map(([x, y, text]) => (
            <text key={text} x={x} y={y}>
              {text}
            </text>
          ))}
          {routes.map(([x, y, text]) => (
            <text key={`${x}${text}`} x={x} y={y} className={css['route']}>
              {text}
            </text>
          ))}
        </g>
      </svg>
      <p className={css['caption']}>{caption}</p>
    </aside>
  );
}
