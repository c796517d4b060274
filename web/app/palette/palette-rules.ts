import { folded } from '#contract/folding.ts';
import { identifies } from '#contract/identities.ts';
import type { DossierSubject } from '#web/records/addresses/dossier-address.ts';

/** The fewest characters that are searched for. */
export const minQueryLength = 2;

/** True if every word of the query begins a word of the text. */
export function matchesWords(text: string, query: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)));
}

function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\d]+/gu) ?? [];
}

/** The phone number, driving licence or plate that a query looks like; null if it is none. */
export function subjectOf(query: string): DossierSubject | null {
  const subject = looksLike(folded(query).toUpperCase());
  return subject && identifies(subject.of, subject.value) ? subject : null;
}

function looksLike(text: string): DossierSubject | null {
  const digits = text.replaceAll(/[\s()-]/g, '');
  if (/^(\+?\d{10,15})$/.test(digits)) return { of: 'phone', value: text };
  const signs = text.replaceAll(/[\s-]/g, '');
  if (/^[A-Z]{3}\d{5}[A-Z]{2}\d{2}$/.test(signs)) return { of: 'license', value: text };
  const mixed = /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{6,9}$/.test(signs);
  return mixed ? { of: 'plate', value: text } : null;
}
