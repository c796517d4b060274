import { said, type Say } from '#contract/language.ts';
import { type Html, html } from '#server/http/html.ts';
import { type Frame, publicPage } from './public-page.ts';
import type { Reader } from './reader.ts';

/** The driver wrote this in an objection that was not taken. */
export interface Kept {
  readonly ground: string;
  readonly words: string;
  readonly phone: string;
}

export const wrongIn = (sentence: string, field = ''): Html => {
  if (sentence === '') return html``;
  const id = field === '' ? html`` : html`id="${field}-wrong"`;
  return html`<p class="wrong" role="alert" ${id}>${sentence}</p>`;
};

export const markedWrong = (wrong: string, field: string): Html =>
  wrong === '' ? html`` : html`aria-invalid="true" aria-describedby="${field}-wrong"`;

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

/** The form before this one asked for a code or gave one; `wrong` says what is wrong with it. */
interface Before {
  readonly code?: 'asked' | 'given';
  readonly wrong?: string;
  /** The four characters are what is wrong. */
  readonly isOfProof?: boolean;
  readonly kept?: Kept;
}

/** Asks for the second proof; the same for each code, whether a ticket has it or not. */
export function proofPage(
  frame: Frame,
  code: string,
  ways: Ways,
  { code: step, wrong = '', isOfProof, kept = { ground: '', words: '', phone: '' } }: Before = {},
): string {
  const { say, query } = frame.reader;
  const isAtProof = isOfProof === true && step === undefined && ways.signs;
  const asking = (words: string, look = '') =>
    html`<button class="${look}" formaction="/t/${code}/code${query}" formnovalidate>
      ${words}
    </button>`;
  const byFour = (words: string): Html =>
    html`<p class="lead">${words}</p>
      ${signsField(say, !ways.codes, isAtProof ? wrong : '')}`;
  const typed = codeField(say, step === 'given' ? wrong : '');
  const trouble = html`${wrongIn(step === 'given' || isAtProof ? '' : wrong)} ${keptNote(say, kept)}`;
  const body = step
    ? html`${step === 'asked' ? html`<p role="status">${say(isSent)}</p>` : ''} ${trouble} ${typed}
        <h2>${say('Another way')}</h2>
        ${asking(say('Send me another code'))}
        ${
          ways.signs
            ? byFour(
                say(
                  'Or enter the last four digits of the phone number that you gave at the roadside, or the last four characters of your licence.',
                ),
              )
            : ''
        }`
    : html`<p>
          ${say('Prove that it is yours to see what it says, its pictures and messages, and to object.')}
        </p>
        ${trouble}
        ${
          ways.signs
            ? byFour(
                say(
                  'Enter the last four digits of the phone number that you gave at the roadside, or the last four characters of your licence.',
                ),
              )
            : html`${enterGoesOn}
                <p class="lead">${say(codeAlone)}</p>`
        }
        ${ways.signs && ways.codes ? orCode(say) : ''}
        ${ways.codes ? asking(say('Send me a code'), ways.signs ? '' : 'pay') : ''}
        ${ways.codes ? haveCode(say, typed) : ''}`;
  // One form, so that what was written is in it once.
  return publicPage(
    inForm(frame, `/t/${code}/more`),
    say('Is this your ticket?'),
    html`<section class="ticket">
      <h1>${say('Is this your ticket?')}</h1>
      <form
        id="${formName}"
        action="/t/${code}/more${query}"
        method="post"
        enctype="multipart/form-data"
      >
        ${body} ${keptIn(kept)}
      </form>
      ${backTo(frame.reader, code)}
    </section>`,
  );
}

/** The form of the page that the change of its language sends, with what was written. */
export const formName = 'written';

export const inForm = ({ reader, ...frame }: Frame, at: string): Frame => ({
  ...frame,
  reader: { ...reader, at, form: formName },
});

const codeAlone = said(
  'Somebody entered wrong characters too often today. Until tomorrow you need a code. We will send the code to the phone number on the ticket. If you do not have that phone, ask at the office.',
);
const isSent = said(
  'If this ticket has a phone number that we can text, a code is on its way. It has six digits and works for 10 minutes. Only the newest code works.',
);

const orCode = (say: Say): Html =>
  html`<h2>${say('Or get a code')}</h2>
    <p class="lead">${say('We send it as a text message to the phone number on the ticket.')}</p>`;

/** Enter in the field of the code takes the first button, which would ask for another code. */
const enterGoesOn = html`<button class="hidden" tabindex="-1" aria-hidden="true"></button>`;

const haveCode = (say: Say, typed: Html): Html =>
  html`<details>
    <summary>${say('I have a code')}</summary>
    ${typed}
  </details>`;

const signsField = (say: Say, isOnly: boolean, wrong: string): Html =>
  html`<label for="proof">${say('Last four characters of your phone number or licence')}</label>
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
    <button class="pay">${say('Continue')}</button>`;

const codeField = (say: Say, wrong: string): Html =>
  html`<label for="code">${say('Code from the text message')}</label>
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
    <button class="pay">${say('Continue')}</button>`;

/** Keeps what the driver wrote in whichever form is sent next. */
const keptIn = (kept: Kept): Html =>
  isWritten(kept)
    ? html`${hidden('ground', kept.ground)} ${hidden('words', kept.words)}
      ${hidden('phone', kept.phone)}`
    : html``;

const keptNote = (say: Say, kept: Kept): Html =>
  isWritten(kept)
    ? html`<p class="note">
        ${say('We keep what you wrote, and show it on the next page. Select your files again there.')}
      </p>`
    : html``;

export const backTo = ({ say, query }: Reader, code: string): Html =>
  html`<p><a href="/t/${code}${query}">${say('Back to the ticket')}</a></p>`;
