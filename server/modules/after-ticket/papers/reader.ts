import { englishCode, type Say, sayEnglish } from '#contract/language.ts';
import type { Languages } from '#server/features/languages/queries.ts';
import { type Html, html } from '#server/http/html.ts';

/** Whoever reads a public page. */
export interface Reader {
  readonly say: Say;
  /** The language in the address, such as `?lang=ha`, for every link of the page; '' for none. */
  readonly query: string;
  /** Each can be chosen, English too; none where there is no choice. */
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  /** The address of this page, without its language. */
  readonly at: string;
  /** The form that keeps what was written while the language changes; without one there are links. */
  readonly form?: string;
}

interface Asked {
  /** The address without its language. */
  readonly at: string;
  readonly query: unknown;
  /** That the driver reads; '' for English. */
  readonly language?: string;
}

/** Speaks the language in the address, else that of the ticket, else English. */
export async function readerOf(
  languages: Languages,
  { at, query, language = englishCode }: Asked,
): Promise<Reader> {
  const { lang } = (query ?? {}) as { readonly lang?: unknown };
  const chosen = languages.offered.find(({ code }) => code === lang)?.code;
  return {
    at,
    languages: languages.offered,
    query: chosen === undefined ? '' : `?lang=${chosen}`,
    say: await languages.say(chosen ?? language),
  };
}

/** The address of a page without what follows its path. */
export const pathOf = ({ url }: { readonly url: string }): string => url.replace(/\?.*$/s, '');

export const englishReader = (at: string): Reader => ({
  at,
  say: sayEnglish,
  query: '',
  languages: [],
});

/** Where the reader chooses another language. */
export function languageChoice({ say, languages, at, form }: Reader): Html {
  if (languages.length < 2) return html``;
  const choices = languages.map(({ code, name }) => {
    if (code === say.language) return html`<b lang="${code}">${name}</b>`;
    const address = `${at}${at.includes('?') ? '&' : '?'}lang=${code}`;
    return form === undefined
      ? html`<a href="${address}" lang="${code}" hreflang="${code}">${name}</a>`
      : html`<button
          form="${form}"
          formaction="${address}"
          formnovalidate
          name="only"
          value="language"
          lang="${code}"
        >
          ${name}
        </button>`;
  });
  return html`<nav class="languages" aria-label="${say('Language')}">${choices}</nav>`;
}
