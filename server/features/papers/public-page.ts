import { noMoney } from '#contract/papers.ts';
import { type Html, html } from '#server/http/html.ts';
import { naira } from '#server/money.ts';
import { dayOf, momentOf } from '#server/time.ts';
import { markDrawing } from './drawings.ts';
import { factList, page } from './page.ts';
import { groupsOfFour } from './paper-words.ts';
import { publicStyle } from './public-style.ts';
import type { PublicTicket } from './queries.ts';

interface Heading {
  readonly authority: string;
  readonly now: Date;
}

/** The page for everybody with the code: the state of the ticket, and nothing about a person. */
export function ticketPage(
  ticket: PublicTicket,
  code: string,
  { authority, now }: Heading,
): string {
  const { reference, priceKobo, issuedAt, paidAt, completedAt, withdrawnAt } = ticket;
  const stage = stageOf(ticket);
  const dates: [string, Date | null][] = [
    ['Issued', issuedAt],
    ['Paid', paidAt],
    ['Completed', completedAt],
    ['Withdrawn', withdrawnAt],
  ];
  // A screen reader says it as one word; the eye sees groups of four.
  const shownReference = html`<span class="hidden">${reference}</span>
    <span class="mono" aria-hidden="true">${groupsOfFour(reference).join(' ')}</span>`;
  const facts = [
    { label: 'Reference', value: shownReference },
    { label: 'Amount', value: naira(priceKobo / 100) },
    ...dates.flatMap(([label, at]) => (at === null ? [] : { label, value: dayOf(at) })),
  ];
  return publicPage(
    authority,
    stage.label,
    html`<section class="ticket">
        <p class="state ${stage.kind}">${stage.icon}<span>${stage.label}</span></p>
        <h1>${stage.sentence}</h1>
        ${factList(facts)} ${wayToPay(ticket, code)}
      </section>
      ${warningOf(ticket)}
      <p class="small">
        As at ${momentOf(now)}. This page shows nothing of the driver or the vehicle.
      </p>`,
  );
}

export function noTicketPage(authority: string): string {
  return publicPage(
    authority,
    'No such ticket',
    html`<section class="ticket">
        <h1>No ticket has this code.</h1>
        <p>
          Check the address on the paper, letter by letter. If it is right, the paper may be forged:
          do not pay, and tell the authority.
        </p>
      </section>
      ${warning}`,
  );
}

/**
 * Shown for every possible code that isn't here. A phone that made it may be without a network for
 * `lateHours`, or longer until a superior lets the ticket in.
 */
export function notReceivedPage(authority: string, lateHours: number): string {
  const days = Math.ceil(lateHours / 24);
  return publicPage(
    authority,
    'Not received yet',
    html`<section class="ticket">
        <h1>This ticket has not been received yet.</h1>
        <p>
          An officer's phone without a network keeps a ticket until it can send it, mostly for some
          hours. Nothing can be paid until then. Keep the paper, and open this page again later.
        </p>
        <p>
          Is it still not here after ${days === 1 ? 'a day' : `${days} days`}? Then the paper may be
          forged, or the address was not copied letter by letter: do not pay, and tell the
          authority.
        </p>
      </section>
      ${warning}`,
  );
}

/** Shown with one sentence when the ticket can't be shown now. */
export function troublePage(authority: string, sentence: string): string {
  return publicPage(
    authority,
    'Try again',
    html`<section class="ticket"><h1>${sentence}</h1></section>
      ${warning}`,
  );
}

function stageOf({ paid, completed, priceKobo, withdrawnAt }: PublicTicket) {
  if (withdrawnAt !== null)
    return {
      kind: 'withdrawn',
      icon: icons.cross,
      label: 'Withdrawn',
      sentence: 'This ticket was withdrawn. Nothing is due on it.',
    };
  if (completed)
    return {
      kind: 'done',
      icon: icons.flag,
      label: 'Completed',
      sentence: 'The vehicle is cleared. Nothing more is due.',
    };
  if (paid)
    return {
      kind: 'paid',
      icon: icons.check,
      label: 'Ticket Paid',
      sentence: 'The payment is confirmed. The vehicle can be cleared.',
    };
  return {
    kind: 'issued',
    icon: icons.ticket,
    label: 'Ticket Issued',
    sentence: priceKobo === 0 ? 'Nothing is due on this ticket.' : 'This ticket is not paid yet.',
  };
}

function wayToPay(ticket: PublicTicket, code: string): Html {
  const { paid, priceKobo, billRef, withdrawnAt } = ticket;
  if (paid || priceKobo === 0 || withdrawnAt !== null) return html``;
  if (billRef === null)
    return html`<p class="note">The bill is being made. Open this page again in a few minutes.</p>`;
  return html`<a class="pay" href="/t/${code}/pay" rel="nofollow noreferrer"
      >Go to the payment page</a
    >
    <p class="note">
      Pay only there, by card, transfer or USSD. It shows here once the payment is confirmed.
    </p>`;
}

/** On any page, nothing can be paid on a withdrawn ticket. */
const warningOf = ({ withdrawnAt }: PublicTicket): Html =>
  withdrawnAt === null ? warning : withdrawnWarning;

const withdrawnWarning = html`<section class="warning">
  <h2>${noMoney}</h2>
  <p>Give nothing to anybody for this ticket, and send nothing to a person's account.</p>
</section>`;

const warning = html`<section class="warning">
  <h2>${noMoney}</h2>
  <p>
    Pay only on the gateway's page that this address leads to. Give no cash to anybody, and send
    nothing to a person's account.
  </p>
</section>`;

const drawn = (path: Html): Html =>
  html`<svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${path}
  </svg>`;

const icons = {
  ticket: drawn(
    html`<path d="M15 5v2M15 11v2M15 17v2" /><path
        d="M5 5h14a2 2 0 0 1 2 2v3a2 2 0 0 0 0 4v3a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-3a2 2 0 0 0 0 -4v-3a2 2 0 0 1 2 -2"
      />`,
  ),
  check: drawn(html`<circle cx="12" cy="12" r="9" /><path d="M9 12l2 2l4 -4" />`),
  cross: drawn(html`<circle cx="12" cy="12" r="9" /><path d="M9 9l6 6M15 9l-6 6" />`),
  flag: drawn(
    html`<path d="M5 21v-16a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1 -7 0a5 5 0 0 0 -7 0" />`,
  ),
};

function publicPage(authority: string, title: string, body: Html): string {
  return page(
    `${title}, ${authority}`,
    html`<meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#04273E" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      ${{ markup: `<style>${publicStyle}</style>` }}`,
    html`<header>
        <p>${markDrawing(28)}<b>${authority}</b></p>
      </header>
      <main>${body}</main>`,
  );
}
