import type { PaperSize } from '#contract/papers.ts';
import { html, type Html } from '#server/http/html.ts';
import { codeDrawing, markDrawing } from './drawings.ts';
import type { Fact, Paper } from './paper.ts';
import { styleAddress } from './style-files.ts';

/** Nothing runs on the page, and nothing but its own style and letters is loaded. */
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";

/** The print view of a paper; `height` is the length of a roll in mm. */
export function paperPage(paper: Paper, size: PaperSize, height?: number): string {
  const body = size === '80mm' ? roll(paper) : sheet(paper);
  return html`<!doctype html>
    <html lang="en-NG">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="only light" />
        <title>${paper.title} ${paper.reference.join('')}</title>
        <link rel="stylesheet" href="${styleAddress(size, height)}" />
      </head>
      <body>
        <main>
          <p class="hint">Print this page: Ctrl P at a desk, Share and then Print on a phone.</p>
          ${body}
        </main>
      </body>
    </html>`.markup;
}

function roll(paper: Paper): Html {
  const vehicle = { label: 'Vehicle', value: paper.vehicle };
  return html`<article class="roll">
    ${head(paper, paper.title, 34)} ${reference(paper)} ${list(paper.stop, true)} ${plate(paper)}
    ${list([...paper.driver, vehicle], true)}
    <hr class="thin" />
    <ul class="fines">
      ${paper.fines.map(
        ({ id, name, penalty, amount }) =>
          html`<li>
            <span><b>${id}</b> ${name}${penalty === '' ? '' : html`<br />${penalty}`}</span
            ><b>${amount}</b>
          </li>`,
      )}
    </ul>
    <p class="total"><span>Total</span><b>${paper.total}</b></p>
    <p class="words">${paper.totalInWords}</p>
    <hr />
    ${
      paper.documents
        ? html`<p><b>${paper.documents.heading}:</b> ${paper.documents.items.join('; ')}</p>
            <hr class="thin" />`
        : ''
    }
    ${bill(paper, true)} ${warning(paper)}
    <p class="end">${shownAddress(paper)}<br />${paper.printed}</p>
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
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Offence</th>
          <th scope="col">Penalty</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${paper.fines.map(
          ({ id, name, penalty, amount }) =>
            html`<tr>
              <td>${id}</td>
              <td>${name}</td>
              <td>${penalty}</td>
              <td>${amount}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="total"><span>${paper.totalInWords}</span><b>${paper.total}</b></p>
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
    ${warning(paper)}
    <div class="foot">
      <div class="signatures">
        <p>${officer}</p>
        <p>${driver}</p>
      </div>
      <section class="office" aria-label="Office copy">
        ${markDrawing(30)}<b>Office copy</b>
        ${list([{ label: 'Reference', value: paper.reference.join(' ') }, ...paper.office, { label: 'Total', value: paper.total }], false)}
        ${codeDrawing(paper.address, 'The same code')}
      </section>
      <p class="last">
        <span>${paper.printed} by ${paper.printedBy}</span><span>${shownAddress(paper)}</span>
      </p>
    </div>
  </article>`;
}

function head(paper: Paper, what: string, side: number): Html {
  return html`<header>
      ${markDrawing(side)}
      <div>
        <p class="authority">${paper.authority}</p>
        <h1>${what}</h1>
      </div>
      ${side > 40 ? reference(paper) : ''}
    </header>
    ${side > 40 ? '' : html`<hr />`}`;
}

/** Heard as one word; the gaps are margins, so that a copy has none. */
function reference({ reference: groups }: Paper): Html {
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
  const shown = facts.filter(({ value, wideOnly }) => value !== '' && !(narrow && wideOnly));
  return html`<dl>
    ${shown.map(
      ({ label, short = label, value }) =>
        html`<div>
          <dt>${narrow ? short : label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function documents({ documents: held }: Paper): Html {
  if (!held) return html``;
  return html`<h2>${held.heading}</h2>
    <ul>
      ${held.items.map((item) => html`<li>${item}</li>`)}
    </ul>
    ${held.note === '' ? '' : html`<p class="note">${held.note}</p>`}`;
}

function bill({ bill: { heading, facts, text }, address }: Paper, narrow: boolean): Html {
  return html`<section class="bill">
    <div>
      <h2>${heading}</h2>
      ${list(facts, narrow)}
      <p>${text}</p>
    </div>
    ${codeDrawing(address, `Code that leads to ${address}`)}
  </section>`;
}

const warning = ({ warning: { heading, text } }: Paper): Html =>
  html`<p class="warning"><b>${heading}</b> ${text}</p>`;

const shownAddress = ({ address }: Paper): string => address.replace(/^https?:\/\//, '');
