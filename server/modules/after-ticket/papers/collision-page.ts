import type { ReportTable } from '#contract/modules/reports/reports.ts';
import { cellInWords } from '#server/cell-words.ts';
import { type Html, html } from '#server/http/html.ts';
import { zonedMomentOf } from '#server/time.ts';
import { accountsTitle, type FittedSheet } from './collision-sheet.ts';
import { codeDrawing } from './drawings.ts';
import { jpegAddress, mark, printView, reference } from './paper-page.ts';
import { collisionStyleAddress } from './paper-style.ts';

/** The print view of a collision on A4. */
export const collisionPage = (sheet: FittedSheet): string =>
  printView(sheet, collisionStyleAddress, paperOf(sheet));

function paperOf(sheet: FittedSheet): Html {
  const { authority, title, about = '', sides, notes, pictures } = sheet;
  return html`<article class="sheet">
    <header>
      ${mark(sheet, 46)}
      <div>
        <p class="authority">${authority}</p>
        <h1>${title}</h1>
        <p class="note">${about}</p>
      </div>
      <div class="beside">
        ${reference(sheet)}
        <p class="note">
          As at ${zonedMomentOf(sheet.report.asAt)}<br />Made by ${sheet.report.madeBy}
        </p>
      </div>
    </header>
    <div class="sides">${sides.map(tableOf)}</div>
    ${tableOf(sheet.vehicles)} ${sheet.accounts.length === 0 ? '' : html`<h2>${accountsTitle}</h2>`}
    ${sheet.accounts.map(({ lead, rest }) => html`<p class="said"><b>${lead}</b> ${rest}</p>`)}
    <div class="shots">${pictures.map((picture) => shown(picture, sheet.pictureTall))}</div>
    ${tableOf(sheet.files)} ${notes.length === 0 ? '' : html`<h2>Notes</h2>`}
    ${notes.map((note) => html`<p>${note}</p>`)}
    <div class="foot">
      ${sheet.signers.map(signer)}
      <div class="stamp">
        ${codeDrawing(sheet.address, `Code that leads to ${sheet.address}`)}
        <p>Office stamp</p>
      </div>
    </div>
    <p class="last">
      <span>${sheet.printed}</span><span>${sheet.address.replace(/^https?:\/\//, '')}</span>
    </p>
  </article>`;
}

const tableOf = ({ title, columns, rows, note }: ReportTable): Html =>
  html`<section>
    <h2>${title}</h2>
    <table>
      <thead>
        <tr>
          ${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ cells }) =>
            html`<tr>
              ${cells.map((cell, at) => html`<td>${cellInWords(cell, columns[at]?.kind)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    ${note === '' ? '' : html`<p class="note">${note}</p>`}
  </section>`;

const shown = ({ name, jpeg }: FittedSheet['pictures'][number], tall: number): Html =>
  html`<figure>
    <img src="${jpegAddress(jpeg)}" height="${String(tall)}" alt="" />
    <figcaption>${name}</figcaption>
  </figure>`;

const signer = (who: string): Html =>
  html`<div class="signer">
    <b>${who}</b>
    ${['Name', 'Rank', 'Signature', 'Date'].map((what) => html`<p>${what}</p>`)}
  </div>`;
