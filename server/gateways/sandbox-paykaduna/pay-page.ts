import { type Html, html } from '#server/http/html.ts';
import type { SandboxBill } from './bills.ts';
import { payStyle } from './pay-style.ts';

/** The way in which the payer has just left the page without paying. */
type Attempt = 'failed' | 'abandoned';

/** The page of one bill: its items and the ways to end it, or the receipt. */
export function payPage(bill: SandboxBill, attempt: Attempt | undefined): string {
  const total = bill.items.reduce((sum, item) => sum + item.amount_kobo, 0);
  return page(
    `Bill ${bill.bill_reference}`,
    html`${bill.receipt === null ? unpaidNote(attempt) : paidNote(bill.receipt)}
      <h1>${bill.receipt === null ? 'Pay this bill' : 'Paid'}</h1>
      <div class="card">
        <dl>
          <div>
            <dt>Bill reference</dt>
            <dd>${bill.bill_reference}</dd>
          </div>
          <div>
            <dt>Name</dt>
            <dd>${bill.payer}</dd>
          </div>
          ${bill.receipt === null ? [] : receiptLine(bill.receipt)}
        </dl>
        <table>
          <tbody>
            ${bill.items.map(itemRow)}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>${inNaira(total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      ${bill.receipt === null ? ways(bill.bill_reference, total) : []}`,
  );
}

export function noBillPage(): string {
  return page(
    'Bill not found',
    html`<h1>Bill not found</h1>
      <p>There is no bill with this reference. Check the address, or ask for a new link.</p>`,
  );
}

/** ₦12,000, with kobo only when there are some. */
function inNaira(kobo: number): string {
  const digits = kobo % 100 === 0 ? 0 : 2;
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `₦${new Intl.NumberFormat('en-NG', form).format(kobo / 100)}`;
}

function ways(reference: string, total: number): Html {
  if (total === 0) return html`<p>There is nothing to pay on this bill.</p>`;
  return html`<form method="post" action="${reference}">
    <button class="primary" name="then" value="pay">Pay ${inNaira(total)}</button>
    <div class="two">
      <button name="then" value="fail">Fail payment</button>
      <button name="then" value="abandon">Abandon</button>
    </div>
  </form>`;
}

function itemRow(item: SandboxBill['items'][number]): Html {
  return html`<tr>
    <th scope="row">${item.narration} <span class="code">${item.revenue_code}</span></th>
    <td>${inNaira(item.amount_kobo)}</td>
  </tr>`;
}

function receiptLine(receipt: string): Html {
  return html`<div>
    <dt>Receipt</dt>
    <dd>${receipt}</dd>
  </div>`;
}

function paidNote(receipt: string): Html {
  return note('ok', `Paid. Your receipt number is ${receipt}. You can close this window.`);
}

function unpaidNote(attempt: Attempt | undefined): Html {
  if (attempt === 'failed') {
    return note('bad', 'The payment failed and no money was taken. Try again when you are ready.');
  }
  return attempt === 'abandoned'
    ? note('warn', 'You left this bill unpaid. Pay it here later, or close this window.')
    : note('warn', 'This is a practice payment page. No real money moves.');
}

const drawings = {
  ok: html`<path d="M4 10.5l4 4 8-9" />`,
  warn: html`<path d="M10 5.5v6M10 14.5v.1" />`,
  bad: html`<path d="M5 5l10 10M15 5L5 15" />`,
};

function note(kind: keyof typeof drawings, sentence: string): Html {
  return html`<div class="note ${kind}" role="status">
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      aria-hidden="true"
    >
      ${drawings[kind]}
    </svg>
    <p>${sentence}</p>
  </div>`;
}

function page(title: string, body: Html): string {
  const style = { markup: `<style>${payStyle}</style>` };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – PayKaduna sandbox</title>
        ${style}
      </head>
      <body>
        <header><p>PayKaduna sandbox</p></header>
        <main>${body}</main>
      </body>
    </html>`.markup;
}
