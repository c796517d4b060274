const ticket = /<article[\s\S]*<\/article>/;
const rollStyle = /\/(?:58|80)mm-(\d+)\.css/;

const lengthOf = (page: string): number => Number(rollStyle.exec(page)?.[1] ?? 0);

/** Print views of one paper size as one page. All pages of a print have one size: the longest roll's. */
export function asOnePage(pages: readonly string[]): string {
  const [longest = ''] = pages.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const tickets = pages.map((page) => ticket.exec(page)?.[0] ?? '').join('');
  return longest.replace(ticket, () => tickets);
}
