import type { ReactElement, SVGProps } from 'react';

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Its side in pixels. */
  readonly size?: number;
  /** The width of its lines; the whole icon is 24 wide. */
  readonly stroke?: number;
}

export type Icon = (props: IconProps) => ReactElement;

/**
 * An icon made of these lines, in the colour of the text that it stands in.
 * @public Called by the modules that web/build/icons.ts makes.
 */
export function icon(lines: readonly string[]): Icon {
  const drawn = lines.map((line) => <path key={line} d={line} />);
  return ({ size = 24, stroke = 2, ...rest }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {drawn}
    </svg>
  );
}
