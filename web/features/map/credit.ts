/** A piece of the credit line; `href` is null where it is not a link. */
export interface CreditPiece {
  text: string;
  href: string | null;
}

const entities: Readonly<Record<string, string>> = {
  '&copy;': '©',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};

/**
 * Reads the credit of a tile source. Its HTML comes from another host, so only the text and the
 * https links are taken.
 */
export function readCredit(html: string): CreditPiece[] {
  const pieces: CreditPiece[] = [];
  let href: string | null = null;
  for (const part of html.split(/(<[^>]*>)/)) {
    if (/^<a[\s>]/i.test(part)) {
      href = /\bhref\s*=\s*["']?(https:\/\/[^"'\s>]+)/i.exec(part)?.[1] ?? null;
    } else if (/^<\/a/i.test(part)) {
      href = null;
    } else if (!part.startsWith('<') && part.trim() !== '') {
      pieces.push({ text: plain(part), href });
    }
  }
  return pieces;
}

function plain(text: string): string {
  const read = text.replaceAll(/&#(\d{1,6});/g, (_, code: string) =>
    String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  );
  return read
    .replaceAll(/&[a-z]+;/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
