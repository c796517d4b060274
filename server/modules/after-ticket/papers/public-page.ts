import { chatNumber, type Contacts, givenContacts } from '#contract/contacts.ts';
import { type Say } from '#contract/language.ts';
import { doNotPay, noBills, noMoney } from '#contract/modules/after-ticket/papers.ts';
import { offerWords, type TicketOffer } from '#contract/modules/after-ticket/ticket-rules.ts';
import { overdueSince } from '#contract/owed.ts';
import { translationNote } from '#contract/speaking.ts';
import type { PageNote, StillOpen } from '#server/acts/part.ts';
import { type Html, html } from '#server/http/html.ts';
import { naira } from '#server/money.ts';
import { dayOf, zonedMomentOf } from '#server/time.ts';
import { markDrawing, publicIcons } from './drawings.ts';
import { factList, page } from './page.ts';
import { groupsOfFour, inFours, joined, toBeDone } from './paper-words.ts';
import { publicStyle } from './public-style.ts';
import type { PublicTicket } from './queries.ts';
import { languageChoice, type Reader } from './reader.ts';

interface Heading {
  readonly authority: string;
  readonly reader: Reader;
  readonly now: Date;
  /** Of the organisation whose ticket it is. */
  readonly contacts: Contacts;
  /** What it offers, by the rules of its day; null where none held. */
  readonly offer: TicketOffer | null;
  /** What other parts of the product say of it. */
  readonly notes: readonly PageNote[];
  /** Must be done besides money. */
  readonly stillOpen: readonly StillOpen[];
  /** False where no payment gateway serves its organisation. */
  readonly takesBills: boolean;
  /** The address of its logo; null without one. */
  readonly logo: string | null;
}

/** The page for everybody with the code: the state of the ticket, and nothing about a person. */
export function ticketPage(
  ticket: PublicTicket,
  code: string,
  { authority, reader, now, contacts, logo, offer, notes, takesBills, stillOpen }: Heading,
): string {
  const { say, query } = reader;
  const { reference, priceKobo, issuedAt, paidAt, completedAt, withdrawnAt, decidedAt, paid } =
    ticket;
  const { billRef, receipt } = ticket;
  const isUnhurried = notes.some((note) => note.isUnhurried);
  const stage = stageOf(say, ticket, isUnhurried);
  const dates: [string, Date | null][] = [
    [say('Issued'), issuedAt],
    [say('Paid'), paidAt],
    [say('Corrected'), ticket.correctedAt],
    [say('Completed'), completedAt],
    [say('Withdrawn'), withdrawnAt],
    [say('Decided in court'), decidedAt],
  ];
  // A screen reader says it as one word; the eye sees groups of four.
  const shownReference = html`<span class="hidden">${reference}</span>
    <span class="mono" aria-hidden="true">${groupsOfFour(reference).join(' ')}</span>`;
  const facts = [
    { label: say('Reference'), value: shownReference },
    { label: say('Amount'), value: naira(priceKobo / 100) },
    {
      label: ticket.offences.length === 1 ? say('Offence') : say('Offences'),
      value: html`${ticket.offences.map((offence) => offenceLines(say, offence))}`,
    },
    ...(billRef === null || withdrawnAt !== null || decidedAt !== null || ticket.inQuestion
      ? []
      : [{ label: say('Bill reference'), value: copied(say, billRef) }]),
    ...(paid && receipt ? [{ label: say('Receipt number'), value: receipt }] : []),
    ...(isDue(ticket) && isUnhurried
      ? [{ label: say('Due'), value: say('Not until you have the answer') }]
      : []),
    ...(isDue(ticket) && ticket.dueDay !== null
      ? [
          ticket.dueDay < dayOf(now)
            ? { label: say('Overdue since'), value: overdueSince(ticket.dueDay) }
            : { label: say('Due'), value: ticket.dueDay },
        ]
      : []),
    ...(stillOpen.length > 0
      ? [{ label: say('Still to be done'), value: toBeDone(say, stillOpen) }]
      : []),
    ...dates.flatMap(([label, at]) => (at === null ? [] : { label, value: dayOf(at) })),
  ];
  const isUnderObjection = notes.some((note) => note.isUnhurried ?? note.isBesides);
  return publicPage(
    { authority, reader, logo },
    stage.label,
    html`<section class="ticket">
        <p class="state ${stage.kind}">${stage.icon}<span>${stage.label}</span></p>
        <h1>${stage.sentence}</h1>
        ${factList(facts)} ${notes.map((note) => noted(ticket, note))}
        ${notes.some(({ mayPay }) => !mayPay) ? '' : wayToPay(reader, ticket, code, { takesBills, isUnhurried })}
        ${notes.every(({ isBesides }) => isBesides) ? offered(say, ticket, offer) : ''}
        ${paid && receipt ? html`<a class="save" href="/t/${code}/receipt${query}">${say('Save the receipt')}</a>` : ''}
        <a class="save" href="/t/${code}/more${query}"
          >${isUnderObjection ? say('See your objection, pictures and messages') : say('Object, or see pictures and messages')}</a
        >
      </section>
      ${whereTo(say, ticket, contacts)} ${warningOf(say, ticket, takesBills)}
      <p class="small">
        ${say('As at {moment}. This page shows nothing of the driver or the vehicle.', { moment: zonedMomentOf(now) })}
        ${translationNote(say)}
      </p>`,
  );
}

/** What somebody is accused of stands in English below its translation: the law knows it so. */
function offenceLines(say: Say, { name, law }: PublicTicket['offences'][number]): Html {
  const translated = say(name);
  const lines = [...(translated === name ? [] : [translated]), joined(name, law)];
  return html`${lines.map((line) => html`<span class="line">${line}</span>`)}`;
}

/** True while something is to be paid on it. */
const isDue = ({ paid, withdrawnAt, decidedAt, priceKobo }: PublicTicket): boolean =>
  !paid && withdrawnAt === null && decidedAt === null && priceKobo > 0;

const noted = (ticket: PublicTicket, { title, words, isBesides }: PageNote): Html =>
  isDue(ticket) || ticket.decidedAt !== null || isBesides
    ? html`<p class="note"><b>${title}</b> ${unbroken(words)}</p>`
    : html``;

/** The number of an objection is noted down: its hyphen ends no line. */
const unbroken = (words: string): Html[] =>
  words
    .split(/(\bD-\w+)/)
    .map((part, place) =>
      place % 2 === 1 ? html`<span class="whole">${part}</span>` : html`${part}`,
    );

function offered(say: Say, ticket: PublicTicket, offer: TicketOffer | null): Html {
  if (offer === null || !isDue(ticket) || ticket.inQuestion) return html``;
  const { lead, rest } = offerWords(say, offer, ticket.dueDay);
  return html`<p class="note"><b>${lead}</b> ${rest}</p>`;
}

/** Copies the bill reference, where the browser lets a page do so; its hash stands in the policy. */
export const copyScript =
  "for(const b of document.querySelectorAll('button[value]'))if(navigator.clipboard){b.hidden=false;" +
  'b.onclick=()=>navigator.clipboard.writeText(b.value).then(()=>{b.textContent=b.name})}';

const copied = (say: Say, text: string): Html =>
  html`${inFours(text)}
    <button
      type="button"
      hidden
      value="${text}"
      name="${say('Copied')}"
      aria-label="${say('Copy the bill reference')}"
    >
      ${say('Copy')}
    </button>
    ${{ markup: `<script type="module">${copyScript}</script>` }}`;

export const tel = (phone: string): Html =>
  html`<a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a>`;

/** Where the vehicle is fetched and questions are answered; nothing where no contacts are given. */
function whereTo(
  say: Say,
  { paid, completed, withdrawnAt, decidedAt }: PublicTicket,
  contacts: Contacts,
): Html {
  const isOver = completed || withdrawnAt !== null;
  const given = givenContacts(isOver ? { ...contacts, bring: '' } : contacts);
  if (given.length === 0) return html``;
  const heading = isOver
    ? say('Questions about this ticket?')
    : paid || decidedAt !== null
      ? say('Collect your vehicle here')
      : say('Collect your vehicle here after you pay');
  const linked = ({ key, value }: (typeof given)[number]) => {
    if (key === 'phone') return tel(value);
    if (key !== 'whatsapp') return value;
    return html`<a href="https://wa.me/${chatNumber(value)}" rel="noreferrer">${value}</a>`;
  };
  return html`<section class="ticket">
    <h2>${heading}</h2>
    ${factList(given.map((contact) => ({ label: say(contact.label), value: linked(contact) })))}
  </section>`;
}

function stageOf(
  say: Say,
  { paid, completed, priceKobo, withdrawnAt, decidedAt }: PublicTicket,
  isUnhurried: boolean,
) {
  if (withdrawnAt !== null)
    return {
      kind: 'withdrawn',
      icon: publicIcons.cross,
      label: say('Withdrawn'),
      sentence: say('This ticket was withdrawn. Nothing is due on it.'),
    };
  if (decidedAt !== null)
    return {
      kind: 'decided',
      icon: publicIcons.check,
      label: say('Decided in court'),
      sentence: completed
        ? say('A court has decided on this ticket. The vehicle is cleared.')
        : say('A court has decided on this ticket. Nothing is due to the authority.'),
    };
  if (completed)
    return {
      kind: 'done',
      icon: publicIcons.flag,
      label: say('Completed'),
      sentence: say('The vehicle is cleared. No money is owed.'),
    };
  if (paid)
    return {
      kind: 'paid',
      icon: publicIcons.check,
      label: say('Ticket Paid'),
      sentence: say('The payment is confirmed. The vehicle can be cleared.'),
    };
  return {
    kind: 'issued',
    icon: publicIcons.ticket,
    label: say('Ticket Issued'),
    sentence:
      priceKobo === 0
        ? say('No money is due on this ticket.')
        : isUnhurried
          ? say('This ticket is not paid yet. You do not have to pay now.')
          : say('This ticket is not paid yet.'),
  };
}

function wayToPay(
  { say, query }: Reader,
  ticket: PublicTicket,
  code: string,
  { takesBills, isUnhurried }: { takesBills: boolean; isUnhurried: boolean },
): Html {
  const { billRef, inQuestion } = ticket;
  if (!isDue(ticket)) return html``;
  if (inQuestion) return html`<p class="note">${say(doNotPay)}</p>`;
  if (billRef === null && !takesBills) return html`<p class="note">${say(noBills)}</p>`;
  if (billRef === null)
    return html`<p class="note">
      ${say('The bill is being made. Open this page again in a few minutes.')}
    </p>`;
  if (isUnhurried)
    return html`<p class="note">
      ${say('You can still pay, which ends your objection.')}
      <a href="/t/${code}/pay${query}" rel="nofollow noreferrer"
        >${say('Go to the payment page')}</a
      >
    </p>`;
  return html`<a class="pay" href="/t/${code}/pay${query}" rel="nofollow noreferrer"
      >${say('Go to the payment page')}</a
    >
    <p class="note">
      ${say('Pay only there, by card, transfer or USSD. This page shows the payment once it is confirmed.')}
    </p>`;
}

/** Nothing can be paid on a withdrawn or decided ticket, nor while its money is looked at. */
function warningOf(say: Say, ticket: PublicTicket, takesBills: boolean): Html {
  if (ticket.withdrawnAt !== null || ticket.decidedAt !== null || ticket.inQuestion)
    return warned(
      say,
      say("Do not give anybody money for this ticket, or send money to a person's account."),
    );
  if (ticket.billRef !== null || takesBills) return warning(say);
  return warned(
    say,
    say("Do not give cash to anybody at the roadside, or send money to a person's account."),
  );
}

const warned = (say: Say, words: string): Html =>
  html`<section class="warning">
    <h2>${say(noMoney)}</h2>
    <p>${words}</p>
  </section>`;

export const warning = (say: Say): Html =>
  warned(
    say,
    say(
      "Pay only on the payment gateway's page that this page leads to. Do not give cash to anybody, or send money to a person's account.",
    ),
  );

export interface Frame {
  readonly authority: string;
  readonly reader: Reader;
  readonly logo?: string | null;
}

export function publicPage(
  { authority, reader, logo = null }: Frame,
  title: string,
  body: Html,
): string {
  const mark =
    logo === null ? markDrawing(28) : html`<img src="${logo}" width="32" height="32" alt="" />`;
  return page(
    `${title}, ${authority}`,
    html`<meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#04273E" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      ${{ markup: `<style>${publicStyle}</style>` }}`,
    html`<header>
        <p>${mark}<b>${authority}</b></p>
      </header>
      <main>${languageChoice(reader)} ${body}</main>`,
    reader.say.language,
  );
}
