import { englishCode } from '#contract/language.ts';
import { type Html, html } from '#server/http/html.ts';
import { codeDrawing, markDrawing } from './drawings.ts';
import { factList, page } from './page.ts';
import { rollStyleAddress, sheetStyleAddress } from './paper-style.ts';
import type { Fact, Paper } from './paper.ts';
import type { RollSize } from './roll.ts';

/** The page runs no script and loads only its own style and fonts. */
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

/** The print view on a roll of a length in CSS pixels. */
export const rollPage = (paper: Paper, size: RollSize, height: number): string =>
  printView(paper, rollStyleAddress(size, height), roll(paper), paper.language);

/** The print view on A4. */
export const sheetPage = (paper: Paper): string =>
  printView(paper, sheetStyleAddress, sheet(paper), paper.language);

/** The head of a print view names its paper by these. */
type Named = Pick<Paper, 'title' | 'reference'>;

export const printView = (
  { title, reference: groups }: Named,
  style: string,
  body: Html,
  language = englishCode,
): string =>
  page(
    `${title} ${groups.join('')}`,
    html`<meta http-equiv="content-security-policy" content="${policy}" />
      <meta name="color-scheme" content="only light" />
      <link rel="stylesheet" href="${style}" />`,
    html`<main>
      <p class="hint">Print this page: Ctrl P at a desk, Share and then Print on a phone.</p>
      ${body}
    </main>`,
    language,
  );

const inLines = (text: string): Html =>
  html`${text.split('\n').map((line, place) => html`${place === 0 ? '' : html`<br />`}${line}`)}`;

/** A translation says which text holds. */
const note = ({ translation }: Paper): Html =>
  translation === '' ? html`` : html`<p class="note">${translation}</p>`;

function roll(paper: Paper): Html {
  const vehicle = { label: paper.labels.vehicle, value: paper.vehicle };
  return html`<article class="roll">
    ${head(paper, paper.title, 34)} ${reference(paper)} ${list(paper.stop, true)} ${plate(paper)}
    ${list([...paper.driver, vehicle], true)} ${lead(paper.corrected)}
    <hr class="thin" />
    <ul class="fines">
      ${paper.fines.map(
        ({ id, name, english, law, penalty, amount }) =>
          html`<li>
            <span
              ><b>${id}</b>
              ${name}${english === '' ? '' : html`<br />${english}`}${law === '' ? '' : html`<br />${law}`}${penalty === '' ? '' : html`<br />${penalty}`}</span
            ><b>${amount}</b>
          </li>`,
      )}
    </ul>
    <p class="total"><span>${paper.labels.total}</span><b>${paper.total}</b></p>
    <p class="words">${inLines(paper.totalInWords)}</p>
    <hr />
    ${
      paper.documents
        ? html`<p><b>${paper.documents.heading}:</b> ${paper.documents.items.join('; ')}</p>
            <hr class="thin" />`
        : ''
    }
    ${bill(paper, true)} ${lead(paper.offer)} ${warning(paper)} ${lead(paper.contacts)}
    ${note(paper)}
    <p class="end">${paper.shownAddress}<br />${paper.printed}</p>
  </article>`;
}

function sheet(paper: Paper): Html {
  const [officer, driver] = paper.signatures;
  return html`<article class="sheet">
    ${head(paper, `${paper.title}, ${paper.copyOf}`, 46)}
    <div class="parties">
      <div>
        ${plate(paper)}
        <p>${paper.vehicle}</p>
      </div>
      ${list(paper.driver, false)} ${list(paper.stop, false)}
    </div>
    ${lead(paper.corrected)}
    <table>
      <thead>
        <tr>
          <th scope="col">${paper.labels.code}</th>
          <th scope="col">${paper.labels.offence}</th>
          <th scope="col">${paper.labels.penalty}</th>
          <th scope="col">${paper.labels.amount}</th>
        </tr>
      </thead>
      <tbody>
        ${paper.fines.map(
          ({ id, name, english, law, penalty, amount }) =>
            html`<tr>
              <td>${id}</td>
              <td>
                ${name}${english === '' ? '' : html`<br />${english}`}${law === '' ? '' : html`<br />${law}`}
              </td>
              <td>${penalty}</td>
              <td>${amount}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="total"><span>${inLines(paper.totalInWords)}</span><b>${paper.total}</b></p>
    <div class="columns">
      <div>
        ${documents(paper)}
        <h2>${paper.next.heading}</h2>
        <ol>
          ${paper.next.steps.map(({ lead, rest }) => html`<li><b>${lead}</b> ${rest}</li>`)}
        </ol>
      </div>
      ${bill(paper, false)}
    </div>
    ${lead(paper.offer)} ${warning(paper)} ${lead(paper.contacts)} ${note(paper)}
    <div class="foot">
      <div class="signatures">
        <p>${officer}</p>
        <p>${driver}</p>
      </div>
      <section class="office" aria-label="Office copy">
        ${mark(paper, 30)}<b>Office copy</b>
        ${list([{ label: 'Reference', value: paper.reference.join(' ') }, ...paper.office, { label: 'Total', value: paper.total }], false)}
        ${codeDrawing(paper.address, 'The same code')}
      </section>
      <p class="last">
        <span>${paper.printed} ${paper.printedBy}</span><span>${paper.shownAddress}</span>
      </p>
    </div>
  </article>`;
}

/** A picture inside the page itself, which then loads nothing. */
export const jpegAddress = (jpeg: Uint8Array): string =>
  `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;

/** The organisation's logo, else the mark of the product. */
export function mark({ logo }: Pick<Paper, 'logo'>, side: number): Html {
  if (logo === null) return markDrawing(side);
  return html`<img
    class="logo"
    src="${jpegAddress(logo)}"
    width="${String(side)}"
    height="${String(side)}"
    alt=""
  />`;
}

function head(paper: Paper, what: string, side: number): Html {
  return html`<header>
      ${mark(paper, side)}
      <div>
        <p class="authority">${paper.authority}</p>
        <h1>${what}</h1>
      </div>
      ${side > 40 ? reference(paper) : ''}
    </header>
    ${side > 40 ? '' : html`<hr />`}`;
}

/** One word to a screen reader; the gaps are margins, so that a copied reference has none. */
export function reference({ reference: groups }: Pick<Paper, 'reference'>): Html {
  return html`<p class="reference">
    <span class="hidden">Reference ${groups.join('')}</span
    >${groups.map((group) => html`<i aria-hidden="true">${group}</i>`)}
  </p>`;
}

function plate({ plate: value }: Paper): Html {
  if (value === '') return html``;
  return html`<p class="plate${value.length > 11 ? ' long' : ''}">${value}</p>`;
}

function list(facts: readonly Fact[], narrow: boolean): Html {
  return factList(
    facts
      .filter(({ value, wideOnly }) => value !== '' && !(narrow && wideOnly))
      .map(({ label, short = label, value }) => ({ label: narrow ? short : label, value })),
  );
}

function documents({ documents: held }: Paper): Html {
  if (!held) return html``;
  return html`<h2>${held.heading}</h2>
    <ul>
      ${held.items.map((item) => html`<li>${item}</li>`)}
    </ul>
    ${held.note === '' ? '' : html`<p class="note">${held.note}</p>`}`;
}

function bill(
  { bill: { heading, facts, text }, address, signedAddress }: Paper,
  narrow: boolean,
): Html {
  return html`<section class="bill">
    <div>
      <h2>${heading}</h2>
      ${list(facts, narrow)}
      <p>${text}</p>
    </div>
    ${codeDrawing(signedAddress, `Code that leads to ${address}`)}
  </section>`;
}

const warning = ({ warning: { heading, text } }: Paper): Html =>
  html`<p class="warning"><b>${heading}</b> ${text}</p>`;

const lead = (said: Paper['contacts']): Html =>
  said === null ? html`` : html`<p class="lead"><b>${said.lead}</b> ${said.rest}</p>`;
