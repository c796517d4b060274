import { shownPlate } from '#contract/identities.ts';
import type { Say } from '#contract/language.ts';
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
import { translationNote } from '#contract/speaking.ts';
import { type Html, html } from '#server/http/html.ts';
import { naira } from '#server/money.ts';
import { dayOf } from '#server/time.ts';
import { factList } from './page.ts';
import { backTo, formName, inForm, type Kept, markedWrong, wrongIn } from './proof-page.ts';
import { type Frame, publicPage } from './public-page.ts';

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

/** The same with what is wrong, by field; under '' what is about none. */
export interface Typed extends Kept {
  readonly wrong: Readonly<Record<string, string>>;
}

/** What a field says to a screen reader that has something wrong. */
const invalidIn = (typed: Typed | undefined, field: string): Html =>
  markedWrong(typed?.wrong[field] ?? '', field);

const fieldWrong = (typed: Typed | undefined, field: string): Html =>
  wrongIn(typed?.wrong[field] ?? '', field);

interface Whose extends Frame {
  readonly code: string;
  /** That the page was opened, for the next form. */
  readonly proof: string;
  /** The query of the address to which files are sent. */
  readonly key: string;
}

/** What the booked person alone sees of a ticket. */
export function morePage(whose: Whose, more: More, typed?: Typed): string {
  const { code, reader } = whose;
  const { say, query } = reader;
  const { plate, pictures, dispute, whyNot, messages, hasReceipt } = more;
  return publicPage(
    inForm(whose, `/t/${code}/more${whose.key}`),
    say('Your ticket'),
    html`<section class="ticket">
        <h1>
          ${plate === '' ? say('Your ticket') : say('Your ticket for {plate}', { plate: shownPlate(plate) })}
        </h1>
        ${factList(factsOf(say, more))}
        ${pictures.map((at) => html`<img class="shot" src="${at}" alt="${say('The vehicle')}" loading="lazy" />`)}
        ${pictures.length === 0 ? html`<p class="note">${say('There are no pictures of the vehicle.')}</p>` : ''}
        ${hasReceipt ? html`<a class="save" href="/t/${code}/receipt${query}">${say('Save the receipt')}</a>` : ''}
        ${backTo(reader, code)}
      </section>
      <section class="ticket">
        <h2>${say('Your objection')}</h2>
        ${
          dispute
            ? disputed(whose, dispute, more.dueDay)
            : whyNot === null
              ? objection(whose, typed)
              : html`<p>${say(whyNot)}</p>`
        }
      </section>
      <section class="ticket">
        <h2>${say('Messages about this ticket')}</h2>
        ${messages.length === 0 ? html`<p>${say('We have sent no messages.')}</p>` : messageList(say, messages)}
        ${wanted(whose, more.optedOut)}
        ${translationNote(say) === '' ? '' : html`<p class="note">${translationNote(say)}</p>`}
      </section>
      ${dispute || whyNot !== null ? form(whose, 'more', html``, formName) : ''}`,
  );
}

/** The language follows the signature in the address that files are sent to. */
const form = (
  { code, proof, key, reader: { query } }: Whose,
  to: string,
  fields: Html,
  name = '',
): Html =>
  html`<form
    ${name === '' ? '' : html`id="${name}"`}
    action="/t/${code}/${to}${key}${query.replace('?', '&')}"
    method="post"
    enctype="multipart/form-data"
  >
    <input type="hidden" name="proof" value="${proof}" />
    ${fields}
  </form>`;

/** What one is accused of, as the paper says it. */
const factsOf = (say: Say, { offences, total, place, issued, officer, officerName }: More) => [
  ...offences.map(({ id, name, law, amount }, index) => ({
    label: offences.length === 1 ? say('Offence') : say('Offence {number}', { number: index + 1 }),
    value: html`<span class="line">${id} ${say(name)}</span>
      ${say(name) === name ? '' : html`<span class="line">${name}</span>`}
      ${law === '' ? '' : html`<span class="line">${law}</span>`}
      <span class="line">${naira(amount)}</span>`,
  })),
  ...(offences.length > 1 ? [{ label: say('Amount'), value: naira(total) }] : []),
  { label: say('Where'), value: place },
  { label: say('When'), value: issued },
  officer === ''
    ? { label: say('Officer'), value: officerName }
    : { label: say('Officer number'), value: officer },
];

function disputed(
  whose: Whose,
  { state, ground, words, receivedAt, answerDue, answer, answeredAt, ...made }: Made,
  dueDay: string | null,
): Html {
  const { say } = whose.reader;
  const isOpen = state === 'open' || state === 'late';
  const facts = [
    { label: say('Number'), value: html`<span class="number">${made.number}</span>` },
    { label: say('Received'), value: dayOf(receivedAt) },
    { label: say('Ground'), value: say(grounds[ground]) },
    ...(isOpen ? [{ label: say('Answer by'), value: answerDue }] : []),
    ...(answeredAt ? [{ label: say('Answered'), value: dayOf(answeredAt) }] : []),
  ];
  return html`<p><b>${outcomeWords(say, state, dueDay)}</b></p>
    ${isOpen ? html`<p>${say('Write down the number, and keep a copy. Quote the number when you ask about the objection.')}</p>` : ''}
    ${factList(facts)}
    ${form(
      whose,
      'objection/copy',
      html`<button>
        ${answer === '' ? say('Save a copy') : say('Save a copy with the answer')}
      </button>`,
    )}
    <p class="note">${say('You wrote:')}</p>
    <p class="said">${words}</p>
    ${
      made.files.length === 0
        ? ''
        : html`<p class="note">${say('You sent:')}</p>
            <ul>
              ${made.files.map(({ name }) => html`<li>${name === '' ? say('A file') : name}</li>`)}
            </ul>`
    }
    ${
      answer === ''
        ? ''
        : html`<p class="note">${say('The authority answers:')}</p>
            <p class="said">${answer}</p>`
    }`;
}

type Made = NonNullable<More['dispute']>;

function outcomeWords(say: Say, state: DisputeState, dueDay: string | null): string {
  switch (state) {
    case 'upheld':
      return say('You were right: the ticket is withdrawn, and nothing is due.');
    case 'rejected':
      return dueDay === null
        ? say('The ticket stands. Pay, or a court will hear the case.')
        : say('The ticket stands. Pay by {day}, or a court will hear the case.', { day: dueDay });
    case 'paid':
      return say('The ticket was paid, so your objection has ended.');
    case 'withdrawn':
      return say('The ticket was withdrawn, and nothing is due.');
    case 'open':
    case 'late':
      return say(
        'We have your objection. Somebody who did not issue the ticket is looking at it. You do not have to pay until you have the answer.',
      );
  }
}

/** Words come before files: a form that breaks off in a file has lost none of them. */
function objection(whose: Whose, typed?: Typed): Html {
  const { say } = whose.reader;
  return html`<p>
      ${say('Tell us why the ticket is wrong. Somebody who did not issue it will answer. You do not have to pay until then.')}
    </p>
    ${wrongIn(typed?.wrong[''] ?? '')}
    ${form(
      whose,
      'objection',
      html`<label for="ground">${say('Why do you object?')}</label>
        ${fieldWrong(typed, 'ground')}
        <select id="ground" name="ground" required ${invalidIn(typed, 'ground')}>
          <option value="">${say('Select a reason')}</option>
          ${(Object.entries(grounds) as [Ground, string][]).map(
            ([value, words]) =>
              html`<option
                value="${value}"
                ${{ markup: typed?.ground === value ? 'selected' : '' }}
              >
                ${say(words)}
              </option>`,
          )}
        </select>
        <label for="words">${say('What happened?')}</label>
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
        <label for="phone">${say('Phone number to call you on, if it is a different one')}</label>
        ${fieldWrong(typed, 'phone')}
        <input
          id="phone"
          name="phone"
          type="tel"
          maxlength="80"
          value="${typed?.phone ?? ''}"
          ${invalidIn(typed, 'phone')}
        />
        <label for="pictures">${say('Pictures or PDF files, if you have any')}</label>
        ${fieldWrong(typed, 'pictures')}
        <p class="note" id="files-hint">
          ${say("At most {number} files of 15 MB each: JPEG, PNG, WebP or PDF, such as your bank's receipt. We keep a picture as you send it, with the place and time that your phone may have stored in it.", { number: mostDisputeFiles })}
          ${typed ? say('Select your files again: we did not keep them.') : ''}
        </p>
        <input
          id="pictures"
          name="pictures"
          type="file"
          accept="image/jpeg,image/png,image/webp,application/pdf"
          multiple
          ${typed?.wrong['pictures'] ? invalidIn(typed, 'pictures') : html`aria-describedby="files-hint"`}
        />
        <button class="pay">${say('Send the objection')}</button>`,
      formName,
    )}`;
}

const messageList = (say: Say, messages: More['messages']): Html => {
  const lines = messages.map(({ purpose, state, at }) => {
    const [what, became] = [say(messagePurposes[purpose]), say(messageStates[state])];
    return html`<li>${dayOf(at)}: ${what} (${became.toLowerCase()})</li>`;
  });
  return html`<ul>
    ${lines}
  </ul>`;
};

const wanted = (whose: Whose, optedOut: boolean): Html => {
  const { say } = whose.reader;
  return form(
    whose,
    'messages',
    html`<input type="hidden" name="stop" value="${optedOut ? 'no' : 'yes'}" />
      <p class="note">
        ${optedOut ? say('Your number gets no messages about tickets.') : say('You still have to pay what is due if you stop the messages.')}
      </p>
      <button>
        ${optedOut ? say('Send me messages again') : say('Stop sending me messages')}
      </button>`,
  );
};
