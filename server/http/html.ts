/** Markup that is safe to send as it is. */
export interface Html {
  readonly markup: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Builds markup from a template: text put into it is escaped, markup isn't. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const written = values.map((value) => {
    if (typeof value === 'string') return escape(value);
    return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
  });
  return { markup: String.raw({ raw: parts }, ...written) };
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '');
}
