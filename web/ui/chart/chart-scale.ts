/** The four lines of a chart, from zero to `top`. */
export interface ChartScale {
  readonly top: number;
  readonly lines: readonly number[];
}

const steps = [1, 2, 2.5, 5, 10];

/** A scale of three equal steps up to at least `highest`; a step is a whole number from `leastStep` on. */
export function chartScale(highest: number, leastStep = 1): ChartScale {
  const least = Math.max(highest / 3, leastStep);
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = steps.find((step) => step * power >= least && Number.isInteger(step * power));
  const step = (factor ?? 10) * power;
  return { top: 3 * step, lines: [0, step, 2 * step, 3 * step] };
}
