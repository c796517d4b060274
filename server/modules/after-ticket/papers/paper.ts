import type { PaperKind } from '#contract/modules/after-ticket/papers.ts';

/** A labelled line of a paper. */
export interface Fact {
  readonly label: string;
  /** The label where there is little room. */
  readonly short?: string;
  readonly value: string;
  /** Left out of the narrow roll. */
  readonly wideOnly?: true;
}

export interface Fine {
  readonly id: string;
  readonly name: string;
  /** Its name in English below a translation; else ''. */
  readonly english: string;
  /** '' where the organisation has named none. */
  readonly law: string;
  readonly penalty: string;
  /** Such as `₦2,000`. */
  readonly amount: string;
}

/**
 * The content of a paper, in order. The PDF and the print view are drawn from it, in either size.
 * Text is not yet escaped.
 */
export interface Paper {
  readonly kind: PaperKind;
  /** Such as `ha`. */
  readonly language: string;
  /** What stands beside its values, in this language. */
  readonly labels: Readonly<
    Record<'reference' | 'vehicle' | 'code' | 'offence' | 'penalty' | 'amount' | 'total', string>
  >;
  /** Says which text holds; '' in English. */
  readonly translation: string;
  readonly title: string;
  /** The owner of the large part of an A4 sheet. */
  readonly copyOf: string;
  readonly authority: string;
  /** The organisation's own, a JPEG; null where it has given none. */
  readonly logo: Uint8Array | null;
  /** In groups of four. */
  readonly reference: readonly string[];
  /** '' where the booking has a licence only. */
  readonly plate: string;
  /** Such as `Toyota Corolla, silver, Private`; may be ''. */
  readonly vehicle: string;
  readonly driver: readonly Fact[];
  readonly stop: readonly Fact[];
  readonly fines: readonly Fine[];
  readonly total: string;
  readonly totalInWords: string;
  readonly documents: {
    readonly heading: string;
    readonly items: readonly string[];
    readonly note: string;
  } | null;
  /** What an unpaid ticket offers; null on other papers, and where no rules held on its day. */
  readonly offer: { readonly lead: string; readonly rest: string } | null;
  /** What it said before it was corrected; null for a first version. */
  readonly corrected: { readonly lead: string; readonly rest: string } | null;
  /** The box with the code: what is to be paid, or what was settled. */
  readonly bill: {
    readonly heading: string;
    readonly facts: readonly Fact[];
    readonly text: string;
  };
  readonly next: {
    readonly heading: string;
    readonly steps: readonly { readonly lead: string; readonly rest: string }[];
  };
  readonly warning: { readonly heading: string; readonly text: string };
  /** How to reach the organisation; null where it has given no contacts. */
  readonly contacts: { readonly lead: string; readonly rest: string } | null;
  readonly signatures: readonly [string, string];
  /** The office's part, which is torn off. */
  readonly office: readonly Fact[];
  /** The address of the public page. */
  readonly address: string;
  /** The same as the QR code holds it: with what the ticket says, signed. */
  readonly signedAddress: string;
  /** The same address as people type it. */
  readonly shownAddress: string;
  /** The number of the copy, and its printing's time and person. */
  readonly printed: string;
  /** Such as `by Amina Bello`; '' on the driver's own receipt. */
  readonly printedBy: string;
  /** The title on a page after the first, with `{page}` where its number belongs. */
  readonly nextTitle: string;
}
