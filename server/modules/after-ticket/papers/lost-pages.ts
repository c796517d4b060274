import type { Say } from '#contract/language.ts';
import { type Html, html } from '#server/http/html.ts';
import { factList } from './page.ts';
import { publicPage, tel, warning } from './public-page.ts';
import type { Reader } from './reader.ts';

/** The phones to call where nobody knows whose paper it is. */
export type Phones = readonly { readonly organisation: string; readonly phone: string }[];

interface Lost {
  readonly authority: string;
  readonly reader: Reader;
  readonly phones: Phones;
}

/** Where a code is typed off a paper. */
export const codePage = ({ phones, ...frame }: Lost): string => {
  const { say } = frame.reader;
  return publicPage(
    frame,
    say('Your ticket'),
    html`<section class="ticket">
        <h1>${say('Look up your ticket')}</h1>
        ${codeField(frame.reader, '')}
      </section>
      ${warning(say)} ${phoneList(say, phones)}`,
  );
};

export const noTicketPage = ({ phones, ...frame }: Lost, typed: string): string => {
  const { say } = frame.reader;
  return publicPage(
    frame,
    say('Ticket not found'),
    html`<section class="ticket">
        <h1>${say('No ticket has this code.')}</h1>
        <p>
          ${say('Check the code on the paper, letter by letter. If it is right, the paper may be forged: do not pay, and tell the authority.')}
        </p>
        ${codeField(frame.reader, typed)}
      </section>
      ${warning(say)} ${phoneList(say, phones)}`,
  );
};

const codeField = ({ say, query }: Reader, typed: string): Html =>
  html`<form action="/t/">
    <label for="code">${say('Ticket code')}</label>
    <p class="note" id="hint">${say('The 18 letters and digits after /t/ on the paper.')}</p>
    ${query === '' ? '' : html`<input type="hidden" name="lang" value="${say.language}" />`}
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
    <button>${say('Show the ticket')}</button>
  </form>`;

/**
 * Shown for every possible code that isn't here. A phone that made it may be without a network for
 * `lateHours`, or longer until a superior lets the ticket in.
 */
export function notReceivedPage({ phones, ...frame }: Lost, lateHours: number): string {
  const { say } = frame.reader;
  return publicPage(
    frame,
    say('Not received yet'),
    html`<section class="ticket">
        <h1>${say('This ticket has not been received yet.')}</h1>
        <p>
          ${say("An officer's phone keeps a ticket until it has a network to send it, usually for a few hours. Nothing can be paid until then. Keep the paper, and open this page again later.")}
        </p>
        <p>
          ${say.count(
            Math.ceil(lateHours / 24),
            'If it is still not here after a day, the paper may be forged, or the address may be copied wrongly. Do not pay, and tell the authority.',
            'If it is still not here after {count} days, the paper may be forged, or the address may be copied wrongly. Do not pay, and tell the authority.',
          )}
        </p>
      </section>
      ${warning(say)} ${phoneList(say, phones)}`,
  );
}

const phoneList = (say: Say, phones: Phones): Html =>
  phones.length === 0
    ? html``
    : html`<section class="ticket">
        <h2>${say('Ask the authority')}</h2>
        ${factList(phones.map(({ organisation, phone }) => ({ label: organisation, value: tel(phone) })))}
      </section>`;

/** Shown with one sentence when the ticket can't be shown now. */
export function troublePage(
  frame: { readonly authority: string; readonly reader: Reader },
  sentence: string,
): string {
  const { say } = frame.reader;
  return publicPage(
    frame,
    say('Try again'),
    html`<section class="ticket"><h1>${say(sentence)}</h1></section>
      ${warning(say)}`,
  );
}
