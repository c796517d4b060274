import type { DossierSubject } from '#web/records/dossier-address.ts';

/** A search for records starts with so many characters. */
export const fewest = 2;

/** Whether every word of the query begins a word of the text. */
export function isAbout(text: string, query: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
}

/** What a query names if it looks like a phone number, a driving licence or a plate; else null. */
export function namedBy(query: string): DossierSubject | null {
  const text = query.trim().toUpperCase();
  const digits = text.replaceAll(/[\s()-]/g, '');
  if (/^(\+?\d{10,15})$/.test(digits)) return { of: 'phone', value: text };
  const signs = text.replaceAll(/[\s-]/g, '');
  if (/^[A-Z]{3}\d{5}[A-Z]{2}\d{2}$/.test(signs)) return { of: 'license', value: text };
  const mixed = /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{6,9}$/.test(signs);
  return mixed ? { of: 'plate', value: text } : null;
}
