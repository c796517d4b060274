import { englishCode } from '#contract/language.ts';
import { type Html, html } from '#server/http/html.ts';

/** Print views and public pages share this beginning. */
export const pageStyle = `
*{box-sizing:border-box;margin:0;padding:0}
html{-webkit-text-size-adjust:100%}
body{font-feature-settings:"tnum";overflow-wrap:anywhere}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

/** A page without scripts that search engines don't list; `head` is added to its head. */
export function page(title: string, head: Html, body: Html, language = englishCode): string {
  return html`<!doctype html>
    <html lang="${language === englishCode ? 'en-NG' : language}">
      <head>
        <meta charset="utf-8" />
        ${head}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;
}

export const factList = (
  facts: readonly { readonly label: string; readonly value: string | Html }[],
): Html =>
  html`<dl>
    ${facts.map(
      ({ label, value }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
