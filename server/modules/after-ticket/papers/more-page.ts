import { shownPlate } from '#contract/identities.ts';
import {
  type DisputeState,
  type Ground,
  grounds,
  mostDisputeFiles,
} from '#contract/modules/after-ticket/disputes.ts';
import {
  messagePurposes,
  type MessagePurpose,
} from '#contract/modules/after-ticket/message-texts.ts';
import { type MessageState, messageStates } from '#contract/modules/after-ticket/messages.ts';
import { type Html, html } from '#server/http/html.ts';
import { naira } from '#server/money.ts';
import { dayOf } from '#server/time.ts';
import { factList } from './page.ts';
import { publicPage } from './public-page.ts';

/** What the second proof opens. */
export interface More {
  readonly plate: string;
  /** What the ticket says of the stop. */
  readonly offences: readonly Accused[];
  readonly total: number;
  readonly place: string;
  readonly issued: string;
  /** The officer's number; '' where the ticket has none. */
  readonly officer: string;
  readonly officerName: string;
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
        readonly number: string;
        readonly files: readonly { readonly name: string; readonly bytes: number }[];
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

/** One offence of a ticket; `law` is '' where none is known. */
export interface Accused {
  readonly id: string;
  readonly name: string;
  readonly law: string;
  /** Naira. */
  readonly amount: number;
}

/** What was written in an objection that was not taken. */
export interface Kept {
  readonly ground: string;
  readonly words: string;
  readonly phone: string;
}

/** The same with what is wrong, by field; under '' what is about none. */
export interface Typed extends Kept {
  readonly wrong: Readonly<Record<string, string>>;
}

const wrongIn = (sentence: string, field = ''): Html => {
  if (sentence === '') return html``;
  const id = field === '' ? html`` : html`id="${field}-wrong"`;
  return html`<p class="wrong" role="alert" ${id}>${sentence}</p>`;
};

/** What a field says to a screen reader that has something wrong. */
const invalidIn = (typed: Typed | undefined, field: string): Html =>
  markedWrong(typed?.wrong[field] ?? '', field);

const markedWrong = (wrong: string, field: string): Html =>
  wrong === '' ? html`` : html`aria-invalid="true" aria-describedby="${field}-wrong"`;

const fieldWrong = (typed: Typed | undefined, field: string): Html =>
  wrongIn(typed?.wrong[field] ?? '', field);

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

const isWritten = ({ ground, words, phone }: Kept): boolean => ground + words + phone !== '';

/** How the booked person can prove themself today. */
export interface Ways {
  /** By four characters of a number that they gave. */
  readonly signs: boolean;
  /** By a code that comes as a text message. */
  readonly codes: boolean;
}

/** What was sent before: whether it asked for a code or gave one, and what is wrong with it. */
interface Before {
  readonly code?: 'asked' | 'given';
  readonly wrong?: string;
  /** The four characters are what is wrong. */
  readonly isOfProof?: boolean;
  readonly kept?: Kept;
}

/** Asks for the second proof; the same for each code, whether a ticket has it or not. */
export function proofPage(
  authority: string,
  code: string,
  ways: Ways,
  { code: step, wrong = '', isOfProof, kept = { ground: '', words: '', phone: '' } }: Before = {},
): string {
  const isAtProof = isOfProof === true && step === undefined && ways.signs;
  const asking = (words: string, look = '') =>
    html`<button class="${look}" formaction="/t/${code}/code" formnovalidate>${words}</button>`;
  const byFour = (lead: string): Html =>
    html`<p class="lead">${lead} ${lastFour}</p>
      ${signsField(!ways.codes, isAtProof ? wrong : '')}`;
  const typed = codeField(step === 'given' ? wrong : '');
  const trouble = html`${wrongIn(step === 'given' || isAtProof ? '' : wrong)} ${keptNote(kept)}`;
  const body = step
    ? html`${step === 'asked' ? html`<p role="status">${isSent}</p>` : ''} ${trouble} ${typed}
        <h2>Another way</h2>
        ${asking('Send me another code')} ${ways.signs ? byFour('Or enter') : ''}`
    : html`<p>
          Prove that it is yours to see what it says, its pictures and messages, and to object.
        </p>
        ${trouble}
        ${
          ways.signs
            ? byFour('Enter')
            : html`${enterGoesOn}
                <p class="lead">${codeAlone}</p>`
        }
        ${ways.signs && ways.codes ? orCode : ''}
        ${ways.codes ? asking('Send me a code', ways.signs ? '' : 'pay') : ''}
        ${ways.codes ? haveCode(typed) : ''}`;
  // One form, so that what was written is in it once.
  return publicPage(
    authority,
    'Is this your ticket?',
    html`<section class="ticket">
      <h1>Is this your ticket?</h1>
      <form action="/t/${code}/more" method="post" enctype="multipart/form-data">
        ${body} ${keptIn(kept)}
      </form>
      ${backTo(code)}
    </section>`,
  );
}

const lastFour =
  'the last four digits of the phone number that you gave at the roadside, or the last four characters of your licence.';
const codeAlone =
  'Somebody entered wrong characters too often today. Until tomorrow you need a code. We send the code to the phone number on the ticket. If you do not have that phone, ask at the office.';
const isSent =
  'If this ticket has a phone number that we can text, a code is on its way. It has six digits and works for 10 minutes. Only the newest code works.';

const orCode = html`<h2>Or get a code</h2>
  <p class="lead">We send it as a text message to the phone number on the ticket.</p>`;

/** Enter in the field of the code takes the first button, which would ask for another code. */
const enterGoesOn = html`<button class="hidden" tabindex="-1" aria-hidden="true"></button>`;

const haveCode = (typed: Html): Html =>
  html`<details>
    <summary>I have a code</summary>
    ${typed}
  </details>`;

const signsField = (isOnly: boolean, wrong: string): Html =>
  html`<label for="proof">Last four characters of your phone number or licence</label>
    ${wrongIn(wrong, 'proof')}
    <input
      id="proof"
      name="proof"
      class="code"
      autocomplete="off"
      maxlength="60"
      ${isOnly ? html`required` : html``}
      ${markedWrong(wrong, 'proof')}
    />
    <button class="pay">Continue</button>`;

const codeField = (wrong: string): Html =>
  html`<label for="code">Code from the text message</label>
    ${wrongIn(wrong, 'code')}
    <input
      id="code"
      name="code"
      class="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="20"
      ${markedWrong(wrong, 'code')}
    />
    <button class="pay">Continue</button>`;

/** What was written stays in whichever form is sent next. */
const keptIn = (kept: Kept): Html =>
  isWritten(kept)
    ? html`${hidden('ground', kept.ground)} ${hidden('words', kept.words)}
      ${hidden('phone', kept.phone)}`
    : html``;

const keptNote = (kept: Kept): Html =>
  isWritten(kept)
    ? html`<p class="note">
        We keep what you wrote, and show it on the next page. Select your files again there.
      </p>`
    : html``;

const backTo = (code: string): Html => html`<p><a href="/t/${code}">Back to the ticket</a></p>`;

interface Whose {
  readonly authority: string;
  readonly code: string;
  /** That the page was opened, for the next form. */
  readonly proof: string;
  /** The query of the address to which files are sent. */
  readonly key: string;
}

/** What the booked person alone sees of a ticket. */
export function morePage({ authority, ...sender }: Whose, more: More, typed?: Typed): string {
  const { plate, pictures, dispute, whyNot, messages, hasReceipt } = more;
  return publicPage(
    authority,
    'Your ticket',
    html`<section class="ticket">
        <h1>
          Your
          ticket${plate === '' ? '' : html` for <span class="mono">${shownPlate(plate)}</span>`}
        </h1>
        ${factList(factsOf(more))}
        ${pictures.map((at) => html`<img class="shot" src="${at}" alt="The vehicle" loading="lazy" />`)}
        ${pictures.length === 0 ? html`<p class="note">There are no pictures of the vehicle.</p>` : ''}
        ${hasReceipt ? html`<a class="save" href="/t/${sender.code}/receipt">Save the receipt</a>` : ''}
        ${backTo(sender.code)}
      </section>
      <section class="ticket">
        <h2>Your objection</h2>
        ${
          dispute
            ? disputed(sender, dispute, more.dueDay)
            : whyNot === null
              ? objection(sender, typed)
              : html`<p>${whyNot}</p>`
        }
      </section>
      <section class="ticket">
        <h2>Messages about this ticket</h2>
        ${messages.length === 0 ? html`<p>We have sent no messages.</p>` : messageList(messages)}
        ${wanted(sender, more.optedOut)}
      </section>`,
  );
}

type Sender = Omit<Whose, 'authority'>;

const form = ({ code, proof, key }: Sender, to: string, fields: Html): Html =>
  html`<form action="/t/${code}/${to}${key}" method="post" enctype="multipart/form-data">
    <input type="hidden" name="proof" value="${proof}" />
    ${fields}
  </form>`;

/** What one is accused of, as the paper says it. */
const factsOf = ({ offences, total, place, issued, officer, officerName }: More) => [
  ...offences.map(({ id, name, law, amount }, index) => ({
    label: offences.length === 1 ? 'Offence' : `Offence ${index + 1}`,
    value: html`<span class="line">${id} ${name}</span>
      ${law === '' ? '' : html`<span class="line">${law}</span>`}
      <span class="line">${naira(amount)}</span>`,
  })),
  ...(offences.length > 1 ? [{ label: 'Amount', value: naira(total) }] : []),
  { label: 'Where', value: place },
  { label: 'When', value: issued },
  officer === ''
    ? { label: 'Officer', value: officerName }
    : { label: 'Officer number', value: officer },
];

function disputed(
  sender: Sender,
  { state, ground, words, receivedAt, answerDue, answer, answeredAt, ...made }: Made,
  dueDay: string | null,
): Html {
  const isOpen = state === 'open' || state === 'late';
  const facts = [
    { label: 'Number', value: html`<span class="number">${made.number}</span>` },
    { label: 'Received', value: dayOf(receivedAt) },
    { label: 'Ground', value: grounds[ground] },
    ...(isOpen ? [{ label: 'Answer by', value: answerDue }] : []),
    ...(answeredAt ? [{ label: 'Answered', value: dayOf(answeredAt) }] : []),
  ];
  return html`<p><b>${outcomeWords(state, dueDay)}</b></p>
    ${isOpen ? html`<p>Write down the number, and keep a copy. Quote the number when you ask about the objection.</p>` : ''}
    ${factList(facts)}
    ${form(
      sender,
      'objection/copy',
      html`<button>${answer === '' ? 'Save a copy' : 'Save a copy with the answer'}</button>`,
    )}
    <p class="note">You wrote:</p>
    <p class="said">${words}</p>
    ${
      made.files.length === 0
        ? ''
        : html`<p class="note">You sent:</p>
            <ul>
              ${made.files.map(({ name }) => html`<li>${name === '' ? 'A file' : name}</li>`)}
            </ul>`
    }
    ${
      answer === ''
        ? ''
        : html`<p class="note">The authority answers:</p>
            <p class="said">${answer}</p>`
    }`;
}

type Made = NonNullable<More['dispute']>;

function outcomeWords(state: DisputeState, dueDay: string | null): string {
  switch (state) {
    case 'upheld':
      return 'You were right: the ticket is withdrawn, and nothing is due.';
    case 'rejected':
      return `The ticket stands. ${dueDay === null ? 'Pay' : `Pay by ${dueDay}`}, or a court will hear the case.`;
    case 'paid':
      return 'The ticket was paid, which ended your objection.';
    case 'withdrawn':
      return 'The ticket was withdrawn, and nothing is due.';
    case 'open':
    case 'late':
      return 'We have your objection. Somebody who did not issue the ticket is looking at it. You do not have to pay until you have the answer.';
  }
}

/** Words come before files: a form that breaks off in a file has lost none of them. */
const objection = (sender: Sender, typed?: Typed): Html =>
  html`<p>
      Tell us why the ticket is wrong. Somebody who did not issue it will answer. You do not have to
      pay until then.
    </p>
    ${wrongIn(typed?.wrong[''] ?? '')}
    ${form(
      sender,
      'objection',
      html`<label for="ground">Why do you object?</label>
        ${fieldWrong(typed, 'ground')}
        <select id="ground" name="ground" required ${invalidIn(typed, 'ground')}>
          <option value="">Select a reason</option>
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
        ${fieldWrong(typed, 'words')}
        <textarea
          id="words"
          name="words"
          rows="6"
          maxlength="2000"
          required
          ${invalidIn(typed, 'words')}
        >
${typed?.words ?? ''}</textarea>
        <label for="phone">Phone number to call you on, if it is a different one</label>
        ${fieldWrong(typed, 'phone')}
        <input
          id="phone"
          name="phone"
          type="tel"
          maxlength="80"
          value="${typed?.phone ?? ''}"
          ${invalidIn(typed, 'phone')}
        />
        <label for="pictures">Pictures or PDF files, if you have any</label>
        ${fieldWrong(typed, 'pictures')}
        <p class="note" id="files-hint">
          At most ${String(mostDisputeFiles)} files of 15 MB each: JPEG, PNG, WebP or PDF, such as
          your bank's receipt. We keep a picture as you send it, with the place and time that your
          phone may have stored in
          it.${typed ? ' Select your files again: we did not keep them.' : ''}
        </p>
        <input
          id="pictures"
          name="pictures"
          type="file"
          accept="image/jpeg,image/png,image/webp,application/pdf"
          multiple
          ${typed?.wrong['pictures'] ? invalidIn(typed, 'pictures') : html`aria-describedby="files-hint"`}
        />
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
        ${optedOut ? 'Your number gets no messages about tickets.' : 'You still have to pay what is due if you stop the messages.'}
      </p>
      <button>${optedOut ? 'Send me messages again' : 'Stop sending me messages'}</button>`,
  );
