import {
  type DisputeState,
  type Ground,
  grounds,
  mostDisputePictures,
} from '#contract/disputes.ts';
import { messagePurposes, type MessagePurpose } from '#contract/message-texts.ts';
import { type MessageState, messageStates } from '#contract/messages.ts';
import { type Html, html } from '#server/http/html.ts';
import { dayOf } from '#server/time.ts';
import { factList } from './page.ts';
import { publicPage } from './public-page.ts';

/** What the second proof opens. */
export interface More {
  readonly plate: string;
  readonly dueDay: string | null;
  /** Addresses of pictures of the vehicle. */
  readonly pictures: readonly string[];
  /** Why it can't be disputed; null where it can. */
  readonly whyNot: string | null;
  readonly dispute:
    | {
        readonly state: DisputeState;
        readonly ground: Ground;
        readonly words: string;
        readonly receivedAt: Date;
        readonly answerDue: string;
        readonly answer: string;
        readonly answeredAt: Date | null;
      }
    | undefined;
  readonly messages: readonly {
    readonly purpose: MessagePurpose;
    readonly state: MessageState;
    readonly at: Date;
  }[];
  readonly optedOut: boolean;
  readonly hasReceipt: boolean;
}

/** What was typed, and the sentence that says what is wrong with it. */
export interface Typed {
  readonly ground: string;
  readonly words: string;
  readonly phone: string;
  readonly wrong: string;
}

const wrongIn = (sentence: string): Html =>
  sentence === '' ? html`` : html`<p class="wrong" role="alert">${sentence}</p>`;

/** Asks for the second proof; the same for each code, whether a ticket has it or not. */
export const proofPage = (authority: string, code: string, wrong = ''): string =>
  publicPage(
    authority,
    'Is this your ticket?',
    html`<section class="ticket">
      <h1>Is this your ticket?</h1>
      <p>
        Then you can see its pictures and messages, and object. Give the last four digits of the
        phone number that you gave at the roadside, or the last four characters of your licence.
      </p>
      ${wrongIn(wrong)}
      <form action="/t/${code}/more" method="post" enctype="multipart/form-data">
        <label for="proof">Last four of your phone number or licence</label>
        <input id="proof" name="proof" class="code" autocomplete="off" maxlength="60" required />
        <button class="pay">Go on</button>
      </form>
      ${backTo(code)}
    </section>`,
  );

const backTo = (code: string): Html => html`<p><a href="/t/${code}">Back to the ticket</a></p>`;

interface Whose {
  readonly authority: string;
  readonly code: string;
  /** As it was typed, for the next form. */
  readonly proof: string;
}

/** What the booked person alone sees of a ticket. */
export function morePage({ authority, code, proof }: Whose, more: More, typed?: Typed): string {
  const { plate, pictures, dispute, whyNot, messages, hasReceipt } = more;
  return publicPage(
    authority,
    'Your ticket',
    html`<section class="ticket">
        <h1>Your ticket${plate === '' ? '' : html` for <span class="mono">${plate}</span>`}</h1>
        ${pictures.map((at) => html`<img class="shot" src="${at}" alt="The vehicle" loading="lazy" />`)}
        ${pictures.length === 0 ? html`<p class="note">There are no pictures of the vehicle.</p>` : ''}
        ${hasReceipt ? html`<a class="save" href="/t/${code}/receipt">Save the receipt</a>` : ''}
        ${backTo(code)}
      </section>
      <section class="ticket">
        <h2>Your objection</h2>
        ${
          dispute
            ? disputed(dispute, more.dueDay)
            : whyNot === null
              ? objection({ code, proof }, typed)
              : html`<p>${whyNot}</p>`
        }
      </section>
      <section class="ticket">
        <h2>Messages about this ticket</h2>
        ${messages.length === 0 ? html`<p>None was sent.</p>` : messageList(messages)}
        ${wanted({ code, proof }, more.optedOut)}
      </section>`,
  );
}

type Sender = Pick<Whose, 'code' | 'proof'>;

const form = ({ code, proof }: Sender, to: string, fields: Html): Html =>
  html`<form action="/t/${code}/${to}" method="post" enctype="multipart/form-data">
    <input type="hidden" name="proof" value="${proof}" />
    ${fields}
  </form>`;

function disputed(
  { state, ground, words, receivedAt, answerDue, answer, answeredAt }: NonNullable<More['dispute']>,
  dueDay: string | null,
): Html {
  const isOpen = state === 'open' || state === 'late';
  const facts = [
    { label: 'Received', value: dayOf(receivedAt) },
    { label: 'Reason', value: grounds[ground] },
    ...(isOpen ? [{ label: 'Answer by', value: answerDue }] : []),
    ...(answeredAt ? [{ label: 'Answered', value: dayOf(answeredAt) }] : []),
  ];
  return html`<p><b>${outcomeWords(state, dueDay)}</b></p>
    ${factList(facts)}
    <p class="note">You wrote:</p>
    <p class="said">${words}</p>
    ${
      answer === ''
        ? ''
        : html`<p class="note">The authority answers:</p>
            <p class="said">${answer}</p>`
    }`;
}

function outcomeWords(state: DisputeState, dueDay: string | null): string {
  switch (state) {
    case 'upheld':
      return 'You were right: the ticket is withdrawn, and nothing is due.';
    case 'rejected':
      return `The ticket stands. ${dueDay === null ? 'Pay' : `Pay by ${dueDay}`}, or be heard by a court.`;
    case 'paid':
      return 'The ticket was paid, which ended your objection.';
    case 'withdrawn':
      return 'The ticket was withdrawn, and nothing is due.';
    case 'open':
    case 'late':
      return 'Somebody who did not issue the ticket looks at it. It is not due until you have the answer.';
  }
}

const objection = (sender: Sender, typed?: Typed): Html =>
  html`<p>
      Say why the ticket is wrong. Somebody who did not issue it answers. It is not due until then.
    </p>
    ${wrongIn(typed?.wrong ?? '')}
    ${form(
      sender,
      'objection',
      html`<label for="ground">Why do you object?</label>
        <select id="ground" name="ground" required>
          <option value="">Choose a reason</option>
          ${(Object.entries(grounds) as [Ground, string][]).map(
            ([value, words]) =>
              html`<option
                value="${value}"
                ${{ markup: typed?.ground === value ? 'selected' : '' }}
              >
                ${words}
              </option>`,
          )}
        </select>
        <label for="words">What happened?</label>
        <textarea id="words" name="words" rows="6" maxlength="2000" required>
${typed?.words ?? ''}</textarea>
        <label for="pictures"
          >Pictures, if you have any (at most ${String(mostDisputePictures)})</label
        >
        <input id="pictures" name="pictures" type="file" accept="image/*" multiple />
        <label for="phone">A number to call you, if it is another one</label>
        <input id="phone" name="phone" type="tel" maxlength="80" value="${typed?.phone ?? ''}" />
        <button class="pay">Send the objection</button>`,
    )}`;

const messageList = (messages: More['messages']): Html =>
  html`<ul>
    ${messages.map(
      ({ purpose, state, at }) =>
        html`<li>
          ${dayOf(at)}: ${messagePurposes[purpose]} (${messageStates[state].toLowerCase()})
        </li>`,
    )}
  </ul>`;

const wanted = (sender: Sender, optedOut: boolean): Html =>
  form(
    sender,
    'messages',
    html`<input type="hidden" name="stop" value="${optedOut ? 'no' : 'yes'}" />
      <p class="note">
        ${optedOut ? 'Your number gets no messages about tickets.' : 'What is due stays due without messages.'}
      </p>
      <button>${optedOut ? 'Send me messages again' : 'Send me no messages'}</button>`,
  );
