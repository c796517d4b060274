import { type Html, html } from '#server/http/html.ts';
import { factList } from './page.ts';
import { publicPage, tel, warning } from './public-page.ts';

/** The phones to call where nobody knows whose paper it is. */
export type Phones = readonly { readonly organisation: string; readonly phone: string }[];

interface Lost {
  readonly authority: string;
  readonly phones: Phones;
}

/** Where a code is typed off a paper. */
export const codePage = ({ authority, phones }: Lost): string =>
  publicPage(
    authority,
    'Your ticket',
    html`<section class="ticket">
        <h1>Look up your ticket</h1>
        ${codeField('')}
      </section>
      ${warning} ${phoneList(phones)}`,
  );

export const noTicketPage = ({ authority, phones }: Lost, typed: string): string =>
  publicPage(
    authority,
    'Ticket not found',
    html`<section class="ticket">
        <h1>No ticket has this code.</h1>
        <p>
          Check the code on the paper, letter by letter. If it is right, the paper may be forged: do
          not pay, and tell the authority.
        </p>
        ${codeField(typed)}
      </section>
      ${warning} ${phoneList(phones)}`,
  );

const codeField = (typed: string): Html =>
  html`<form action="/t/">
    <label for="code">Ticket code</label>
    <p class="note" id="hint">The 18 letters and digits after /t/ on the paper.</p>
    <input
      id="code"
      class="code"
      name="code"
      value="${typed}"
      aria-describedby="hint"
      autocomplete="off"
      autocapitalize="characters"
      spellcheck="false"
      maxlength="600"
      required
    />
    <button>Show the ticket</button>
  </form>`;

/**
 * Shown for every possible code that isn't here. A phone that made it may be without a network for
 * `lateHours`, or longer until a superior lets the ticket in.
 */
export function notReceivedPage({ authority, phones }: Lost, lateHours: number): string {
  const days = Math.ceil(lateHours / 24);
  return publicPage(
    authority,
    'Not received yet',
    html`<section class="ticket">
        <h1>This ticket has not been received yet.</h1>
        <p>
          An officer's phone keeps a ticket until it has a network to send it, usually for a few
          hours. Nothing can be paid until then. Keep the paper, and open this page again later.
        </p>
        <p>
          If it is still not here after ${days === 1 ? 'a day' : `${days} days`}, the paper may be
          forged, or the address may be copied wrongly. Do not pay, and tell the authority.
        </p>
      </section>
      ${warning} ${phoneList(phones)}`,
  );
}

const phoneList = (phones: Phones): Html =>
  phones.length === 0
    ? html``
    : html`<section class="ticket">
        <h2>Ask the authority</h2>
        ${factList(phones.map(({ organisation, phone }) => ({ label: organisation, value: tel(phone) })))}
      </section>`;

/** Shown with one sentence when the ticket can't be shown now. */
export function troublePage(authority: string, sentence: string): string {
  return publicPage(
    authority,
    'Try again',
    html`<section class="ticket"><h1>${sentence}</h1></section>
      ${warning}`,
  );
}
