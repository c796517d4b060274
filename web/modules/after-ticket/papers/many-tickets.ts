const article = /<article[\s\S]*<\/article>/;
/** The server writes a roll's length in mm into the name of its style sheet (`rollStyleAddress`). */
const rollStyle = /\/(?:58|80)mm-(\d+)\.css/;

const rollLengthOf = (view: string): number => Number(rollStyle.exec(view)?.[1] ?? 0);

/**
 * One print view with the tickets of several, all for the same paper. A browser prints every page in
 * one size, so the page with the longest roll takes in the others.
 */
export function asOnePrintView(views: readonly string[]): string {
  const [longest = ''] = views.toSorted((one, other) => rollLengthOf(other) - rollLengthOf(one));
  const tickets = views.map((view) => article.exec(view)?.[0] ?? '').join('');
  // A function, so that `$1` in a ticket stays as it is.
  return longest.replace(article, () => tickets);
}
