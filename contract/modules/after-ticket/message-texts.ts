import { z } from 'zod';
import { type DecisionPurpose, decisionSteps, type Told } from '../../decisions.ts';
import { requiredText } from '../../text.ts';

const ownMessages = {
  issued: {
    words: 'Ticket issued',
    after: 'booking.made',
    ofMoney: true,
    asks: true,
    text: '{authority}: ticket {plate}, {amount}, due {due}. Pay or object: {link}',
  },
  reminder: {
    words: 'Reminder',
    ofMoney: true,
    asks: true,
    text: '{authority}: ticket {plate}, {amount}, is due {due}. Pay or object: {link}',
  },
  paid: {
    words: 'Payment received',
    after: 'booking.paid',
    ofMoney: true,
    text: '{authority}: we received {amount} for ticket {plate}, receipt {receipt}. {link}',
  },
  cleared: {
    words: 'Vehicle released',
    after: 'booking.cleared',
    text: '{authority}: ticket {plate} is settled and the vehicle released. {link}',
  },
  'dispute-received': {
    words: 'Objection received',
    after: 'booking.disputed',
    text: '{authority}: we have received your objection to ticket {plate}. {link}',
  },
  'dispute-answered': {
    words: 'Objection answered',
    after: 'booking.dispute-answered',
    text: '{authority}: we have answered your objection to ticket {plate}: {link}',
  },
  referred: {
    words: 'Referred to court',
    after: 'booking.referred',
    text: '{authority}: we have referred ticket {plate} to court. {link}',
  },
  hearing: {
    words: 'Hearing date',
    after: 'booking.hearing-noted',
    text: '{authority}: the court hearing for ticket {plate} is on {day} at {place}. {link}',
  },
  corrected: {
    words: 'Ticket corrected',
    after: 'booking.corrected',
    text: '{authority}: we have corrected your ticket. The plate on the ticket is {plate}. {link}',
  },
  'wrong-number': {
    words: 'Wrong number',
    after: 'booking.corrected',
    toStranger: true,
    text: '{authority}: we sent you a text about a ticket by mistake. Please ignore it.',
  },
  withdrawn: {
    words: 'Ticket withdrawn',
    after: 'booking.withdrawn',
    text: '{authority}: we have withdrawn ticket {plate}. You do not have to pay it. {link}',
  },
  'opening-code': {
    words: 'Code for the ticket page',
    after: 'booking.code-asked',
    text: '{authority}: {code} is your code for 10 minutes. Do not share it, not even with an officer.',
  },
} as const satisfies Record<string, Told>;
export type MessagePurpose = keyof (typeof ownMessages & Record<DecisionPurpose, Told>);

/** Every message by its purpose. What one proposes and another decides tells of its own steps. */
export const driverMessages = {
  ...ownMessages,
  ...Object.fromEntries(
    decisionSteps.flatMap(({ event, tells }) =>
      tells ? [[tells.purpose, { ...tells, after: event }]] : [],
    ),
  ),
} as Readonly<Record<MessagePurpose, Told>>;

/** What a driver is told of, in words. */
export const messagePurposes = Object.fromEntries(
  Object.entries(driverMessages).map(([purpose, { words }]) => [purpose, words]),
) as Readonly<Record<MessagePurpose, string>>;

/** An organisation writes the texts of all but the code, which warns each driver in the same words. */
export type WrittenPurpose = Exclude<MessagePurpose, 'opening-code'>;
export const writtenPurposes = (Object.keys(driverMessages) as MessagePurpose[]).filter(
  (purpose): purpose is WrittenPurpose => purpose !== 'opening-code',
);
export const usualTexts = Object.fromEntries(
  writtenPurposes.map((purpose) => [purpose, driverMessages[purpose].text]),
) as Readonly<Record<WrittenPurpose, string>>;
export const purposeSchema = z.enum(
  Object.keys(messagePurposes) as [MessagePurpose, ...MessagePurpose[]],
  'Select the purpose of the message.',
);

/** The places of a text, each with an example of what fills it. */
export const messagePlaces = {
  authority: 'Kaduna State Traffic Authority',
  plate: 'ABC-123DE',
  amount: 'N12,000',
  due: '5 Dec 2026',
  receipt: 'KD-4099260516',
  day: '18 Jan 2027',
  place: 'Magistrate Court 2, Zaria',
  link: 'https://traffic.kd.gov.ng/t/7M4QX9T2B6KZ3RWD8H',
  code: '482913',
} as const;
export type MessagePlace = keyof typeof messagePlaces;

const everyPlace = Object.keys(messagePlaces) as MessagePlace[];
/** A court alone names the first two, and one message alone has a code. */
const ofOne: readonly MessagePlace[] = ['day', 'place', 'code'];

/** The places that the text of a purpose may have. */
export function placesOf(purpose: MessagePurpose): readonly MessagePlace[] {
  if (driverMessages[purpose].toStranger) return ['authority'];
  if (purpose === 'opening-code') return ['authority', 'code'];
  return everyPlace.filter((name) =>
    purpose === 'hearing' ? name !== 'code' : !ofOne.includes(name),
  );
}

const place = /\{([a-z]+)\}/g;

/** What stands in braces and is no place, or a single brace; '' for none. */
export function unknownPlace(
  template: string,
  places: readonly MessagePlace[] = everyPlace,
): string {
  const rest = template.replaceAll(place, (whole, name: string) =>
    places.some((known) => known === name) ? '' : whole,
  );
  return /\{[^{}]*\}|[{}]/.exec(rest)?.[0] ?? '';
}

/** The text with its places filled, its letters and their marks joined. */
export const filledText = (
  template: string,
  values: Readonly<Partial<Record<MessagePlace, string>>>,
): string =>
  template
    .replaceAll(place, (whole, name) => values[name as MessagePlace] ?? whole)
    .normalize('NFC');

const hooked: Readonly<Record<string, string>> = {
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
  ʼ: "'",
  '’': "'",
  '‘': "'",
};

/** The text without hooked letters, dots and tone marks, so that it needs no larger alphabet. */
export const plainLetters = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ɓƁɗƊƙƘƴƳʼ’‘]/g, (letter) => hooked[letter] ?? letter);

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each of these counts twice. */
const extension = new Set('^{}\\[~]|€\f');

export interface MeasuredText {
  readonly alphabet: 'GSM-7' | 'UCS-2';
  /** In signs as the alphabet counts them. */
  readonly length: number;
  /** Each is paid for; 0 for no text. */
  readonly parts: number;
  /** The signs that GSM-7 lacks, each once. */
  readonly causes: readonly string[];
}

/** The parts of a text message: 160 signs or parts of 153 in GSM-7, else 70 or parts of 67. */
export function measuredText(text: string): MeasuredText {
  const signs = Array.from(text);
  const causes = [...new Set(signs.filter((sign) => !basic.has(sign) && !extension.has(sign)))];
  const isGsm = causes.length === 0;
  const [whole, part] = isGsm ? [160, 153] : [70, 67];
  const widthOf = (sign: string) => (isGsm ? (extension.has(sign) ? 2 : 1) : sign.length);
  let [length, parts, inPart] = [0, 1, 0];
  for (const sign of signs) {
    const width = widthOf(sign);
    length += width;
    // A sign of two is never cut apart.
    if (inPart + width > part) [parts, inPart] = [parts + 1, 0];
    inPart += width;
  }
  if (length <= whole) parts = length === 0 ? 0 : 1;
  return { alphabet: isGsm ? 'GSM-7' : 'UCS-2', length, parts, causes };
}

/** Longer ones are cut off by some gateways. */
const mostParts = 4;

/** An organisation sends its messages under this name, with links to this address. */
export interface MessageSender {
  readonly authority: string;
  /** Such as `https://traffic.kd.gov.ng`. */
  readonly address: string;
}

/** The text as this sender's drivers read it, about a ticket that is an example. */
export const exampleText = (template: string, { authority, address }: MessageSender): string =>
  filledText(template, {
    ...messagePlaces,
    authority,
    link: messagePlaces.link.replace(/^.*(?=\/t\/)/, address),
  });

/** Why a text is too long for this sender; null for one that isn't. */
export function whyTooLong(template: string, sender: MessageSender): string | null {
  const { parts } = measuredText(exampleText(template, sender));
  return parts <= mostParts
    ? null
    : `Shorten the text. With your authority’s name and the link, the text has ${parts} parts. A text can have at most ${mostParts}.`;
}

/** A text of an organisation: its places are known. How long it is depends on who sends it. */
export const messageTextOf = (places: readonly MessagePlace[] = everyPlace) =>
  requiredText(600, 'Enter the text of the message.').refine(
    (text) => unknownPlace(text, places) === '',
    {
      error: ({ input }) =>
        `Hanya cannot fill in ${unknownPlace(String(input), places)}. Use ${places
          .map((name) => `{${name}}`)
          .join(' ')}.`,
    },
  );
