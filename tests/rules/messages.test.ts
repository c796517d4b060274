import { describe, expect, test } from 'vitest';
import {
  driverMessages,
  exampleText,
  filledText,
  measuredText,
  messagePlaces,
  type MessagePurpose,
  messageTextOf,
  placesOf,
  unknownPlace,
  usualTexts,
  whyTooLong,
  writtenPurposes,
} from '#contract/modules/after-ticket/message-texts.ts';
import {
  codeMs,
  createOpeningCode,
  decided,
  type Facts,
  gatewayNumber,
  masked,
  mostDrivers,
  stateAfter,
  triedAgainAt,
} from '#server/modules/after-ticket/messages/rules.ts';
import { derivedKeys } from '#server/process/derived-keys.ts';

describe('the parts of a text message', () => {
  test.each([
    ['', 0, 'GSM-7'],
    ['a'.repeat(160), 1, 'GSM-7'],
    ['a'.repeat(161), 2, 'GSM-7'],
    ['a'.repeat(306), 2, 'GSM-7'],
    ['a'.repeat(307), 3, 'GSM-7'],
    // Signs of the extension count twice.
    ['€'.repeat(80), 1, 'GSM-7'],
    ['€'.repeat(81), 2, 'GSM-7'],
    ['ẹ'.repeat(70), 1, 'UCS-2'],
    [`₦${'a'.repeat(70)}`, 2, 'UCS-2'],
    [`₦${'a'.repeat(133)}`, 2, 'UCS-2'],
    [`₦${'a'.repeat(134)}`, 3, 'UCS-2'],
    ['😀'.repeat(35), 1, 'UCS-2'],
  ])('%# %s is %i of %s', (text, parts, alphabet) => {
    expect(measuredText(text)).toMatchObject({ parts, alphabet });
  });

  test('a sign of two is not cut apart at the end of a part', () => {
    // 76 fit into 153 with one place left over, which the next can't use.
    expect(measuredText('€'.repeat(153))).toMatchObject({ length: 306, parts: 3 });
    expect(measuredText('😀'.repeat(67))).toMatchObject({ length: 134, parts: 3 });
  });

  test('it is said which signs make it so long: naira, and letters with dots', () => {
    expect(measuredText('₦5,000 ọkọ̀ é à').causes).toEqual(['₦', 'ọ', '̀']);
    expect(measuredText('N5,000 é à ì ò ù è').causes).toEqual([]);
  });
});

describe('the texts', () => {
  test.each(writtenPurposes)(
    'the usual one of %s names the authority, links the page, names no driver and has one or two parts',
    (purpose) => {
      const text = usualTexts[purpose];
      expect(messageTextOf(placesOf(purpose)).safeParse(text).success).toBe(true);
      // Whoever got a text by mistake is led nowhere.
      const end = purpose === 'wrong-number' ? /^\{authority\}[^{]*$/ : /^\{authority\}.*\{link\}$/;
      expect(text).toMatch(end);
      expect(measuredText(filledText(text, messagePlaces)).parts).toBeLessThanOrEqual(2);
      if (purpose === 'issued' || purpose === 'reminder') expect(text).toContain('Pay or object');
    },
  );

  test('a code comes with the authority and a warning, without a link, in one part', () => {
    const { text } = driverMessages['opening-code'];
    expect(messageTextOf(placesOf('opening-code')).safeParse(text).success).toBe(true);
    expect(text).toMatch(/^\{authority\}: \{code\} .*Do not share it, not even with an officer\.$/);
    expect(text).not.toContain('{link}');
    // The longest name that an organisation can have.
    const values = { ...messagePlaces, authority: 'A'.repeat(80) };
    expect(measuredText(filledText(text, values))).toMatchObject({ alphabet: 'GSM-7', parts: 1 });
  });

  test('no organisation writes the text of the code, and no other text has one', () => {
    expect(writtenPurposes).not.toContain('opening-code');
    expect(Object.keys(usualTexts)).not.toContain('opening-code');
    for (const purpose of writtenPurposes) expect(placesOf(purpose)).not.toContain('code');
  });

  test.each([
    ['{name} owes', '{name}'],
    ['{toString}', '{toString}'],
    ['{amount', '{'],
    ['amount}', '}'],
    ['{amount} of {plate}', ''],
  ])('in %s the unknown place is %j', (text, place) => {
    expect(unknownPlace(text)).toBe(place);
    expect(messageTextOf().safeParse(text).success).toBe(place === '');
  });

  test('one with more than four parts is too long, as its own sender fills it in', () => {
    const sender = { authority: 'Kaduna Traffic', address: 'https://t.kd.ng' };
    expect(whyTooLong('a'.repeat(613), sender)).toMatch(/has 5 parts/);
    expect(whyTooLong('a'.repeat(612), sender)).toBeNull();
    expect(whyTooLong('₦'.repeat(269), sender)).toMatch(/has 5 parts/);
    expect(whyTooLong('₦'.repeat(268), sender)).toBeNull();
    const marked = { ...sender, authority: 'Àjọ Ìlànà Ọkọ̀ Ìpínlẹ̀ Ọ̀ṣun' };
    const text = `{authority} ${'a'.repeat(250)}`;
    expect(whyTooLong(text, sender)).toBeNull();
    expect(whyTooLong(text, marked)).toMatch(/has 5 parts/);
    expect(exampleText('{link}', sender)).toMatch(/^https:\/\/t\.kd\.ng\/t\/[0-9A-Z]{18}$/);
  });

  test('to a stranger a text names no ticket, and only a hearing has a day and a place', () => {
    const isTaken = (purpose: MessagePurpose, text: string) =>
      messageTextOf(placesOf(purpose)).safeParse(text).success;
    for (const place of ['plate', 'amount', 'due', 'receipt', 'link', 'day', 'place'])
      expect(isTaken('wrong-number', `{authority} {${place}}`), place).toBe(false);
    expect(isTaken('hearing', '{plate} on {day} at {place}')).toBe(true);
    expect(isTaken('reminder', '{plate} on {day}')).toBe(false);
  });

  test('what fills a place is not filled itself', () => {
    expect(filledText('{plate} {link}', { plate: '{link}', link: 'x' })).toBe('{link} x');
  });
});

const now = new Date('2026-11-20T11:00:00Z');
const hours = { sendsFrom: 8, sendsUntil: 20 };
const facts: Facts = {
  purpose: 'reminder',
  channel: 'sms',
  wantedAt: now,
  to: '2348031234567',
  drivers: 1,
  paid: false,
  withdrawn: false,
  decidedInCourt: false,
  erased: false,
  disputed: false,
  referred: false,
  optedOut: false,
  hearingDay: null,
  occasion: '',
  isDrivers: true,
  knows: false,
};
const decide = (changes: Partial<Facts>, at = now) => decided({ ...facts, ...changes }, at, hours);

describe('at the moment of sending', () => {
  test.each<[string, Partial<Facts>, string]>([
    ['paid', { paid: true }, 'The ticket is paid.'],
    ['withdrawn', { withdrawn: true }, 'The ticket is withdrawn.'],
    ['disputed', { disputed: true }, 'The driver has objected to the ticket.'],
    ['referred', { referred: true }, 'The ticket is referred to a court.'],
    ['opted out', { optedOut: true }, 'Somebody asked for no more messages to this number.'],
    ['erased', { erased: true }, 'Hanya has erased the driver’s personal data.'],
    [
      'shared',
      { drivers: mostDrivers + 1 },
      'The number is on the tickets of more than 10 drivers.',
    ],
    ['no number', { to: null }, 'There is no number or address to send the message to.'],
    [
      'too late',
      { wantedAt: new Date(now.getTime() - 2 * 86_400_000 - 1) },
      'Hanya could not send the message within 2 days.',
    ],
  ])('a reminder stops for a reason: %s', (_why, changes, reason) => {
    expect(decide(changes)).toEqual({ is: 'stop', reason });
  });

  test('it is sent at the bounds of these', () => {
    const send = { is: 'send', to: facts.to };
    expect(decide({ drivers: mostDrivers })).toEqual(send);
    expect(decide({ wantedAt: new Date(now.getTime() - 2 * 86_400_000) })).toEqual(send);
    expect(decide({ channel: 'mail', drivers: 99 })).toEqual(send);
  });

  test('a receipt goes for a paid ticket, also a disputed one, for a week', () => {
    const paid = { purpose: 'paid', paid: true, disputed: true, referred: true } as const;
    expect(decide(paid).is).toBe('send');
    expect(decide({ ...paid, wantedAt: new Date(now.getTime() - 7 * 86_400_000 - 1) })).toEqual({
      is: 'stop',
      reason: 'Hanya could not send the message within 7 days.',
    });
    expect(decide({ ...paid, optedOut: true }).is).toBe('stop');
    expect(decide({ purpose: 'issued', disputed: true }).is).toBe('send');
    expect(decide({ purpose: 'issued', paid: true }).is).toBe('stop');
    expect(decide({ purpose: 'cleared', withdrawn: true }).is).toBe('send');
  });

  test.each([
    ['2026-11-20T06:59:59.999Z', '2026-11-20T07:00:00.000Z'],
    ['2026-11-20T07:00:00Z', null],
    ['2026-11-20T18:59:59.999Z', null],
    ['2026-11-20T19:00:00Z', '2026-11-21T07:00:00.000Z'],
    ['2026-11-20T23:30:00Z', '2026-11-21T07:00:00.000Z'],
  ])('a reminder at %s waits for the morning in Lagos: %s', (at, until) => {
    const moment = new Date(at);
    const expected =
      until === null ? { is: 'send', to: facts.to } : { is: 'wait', until: new Date(until) };
    expect(decide({ wantedAt: moment }, moment)).toEqual(expected);
    expect(decide({ purpose: 'paid', paid: true, wantedAt: moment }, moment).is).toBe('send');
  });

  test('a stranger hears of the mistake only where something reached them', () => {
    const wrong = { purpose: 'wrong-number', isDrivers: false } as const;
    expect(decide({ ...wrong, knows: true }).is).toBe('send');
    expect(decide({ ...wrong, knows: false }).is).toBe('stop');
    expect(decide({ ...wrong, knows: true, isDrivers: true }).is).toBe('stop');
    expect(decide({ ...wrong, knows: true, paid: true, withdrawn: true }).is).toBe('send');
  });

  test('a number that was told of the ticket is not told of it again', () => {
    expect(decide({ purpose: 'issued', occasion: 'another', knows: true }).is).toBe('stop');
    expect(decide({ purpose: 'issued', occasion: 'another', knows: false }).is).toBe('send');
    expect(decide({ purpose: 'issued', knows: true }).is).toBe('send');
  });

  test('a hearing is told of until its day is over, and while the case is open', () => {
    const hearing = { purpose: 'hearing', referred: true, hearingDay: '2026-11-20' } as const;
    expect(decide(hearing).is).toBe('send');
    expect(decide({ ...hearing, hearingDay: '2026-11-19' }).is).toBe('stop');
    expect(decide({ ...hearing, decidedInCourt: true }).is).toBe('stop');
    expect(decide({ ...hearing, withdrawn: true }).is).toBe('stop');
  });

  test('a code goes at any hour, also to a number that is opted out, and never once it is over', () => {
    const code = { purpose: 'opening-code', occasion: 'one' } as const;
    const night = new Date('2026-11-20T02:00:00Z');
    expect(decide({ ...code, wantedAt: night, optedOut: true, paid: true }, night).is).toBe('send');
    const asked = (ago: number) => ({ ...code, wantedAt: new Date(now.getTime() - ago) });
    expect(decide(asked(codeMs - 1)).is).toBe('send');
    expect(decide(asked(codeMs))).toEqual({
      is: 'stop',
      reason: 'The code expired before Hanya could send the message.',
    });
    expect(decide({ ...code, erased: true }).is).toBe('stop');
    expect(decide({ ...code, drivers: mostDrivers + 1 }).is).toBe('stop');
    expect(decide({ ...code, to: null }).is).toBe('stop');
  });

  test('one that was paid in the night is not kept for the morning', () => {
    expect(decide({ paid: true }, new Date('2026-11-20T02:00:00Z')).is).toBe('stop');
  });
});

test('a gateway that is away is asked again the later, the longer it is away', () => {
  const after = (minutes: number) =>
    (triedAgainAt(now, new Date(now.getTime() + minutes * 60_000)).getTime() - now.getTime()) /
      60_000 -
    minutes;
  expect([0, 4, 60, 24 * 60, 7 * 24 * 60].map(after)).toEqual([1, 1, 15, 360, 360]);
});

test('news of a gateway come doubled and in any order: delivered stays delivered, and the first end counts', () => {
  expect(stateAfter('accepted', 'delivered')).toBe('delivered');
  expect(stateAfter('delivered', 'accepted')).toBe('delivered');
  expect(stateAfter('delivered', 'unreachable')).toBe('delivered');
  expect(stateAfter('blocked', 'unreachable')).toBe('blocked');
  expect(stateAfter('unreachable', 'delivered')).toBe('delivered');
  expect(stateAfter('blocked', 'accepted')).toBe('blocked');
  expect(stateAfter('accepted', 'unknown')).toBe('accepted');
  expect(stateAfter('unknown', 'accepted')).toBe('accepted');
  expect(stateAfter('queued', 'unknown')).toBe('unknown');
  expect(stateAfter('queued', 'fault')).toBe('fault');
  expect(stateAfter('stopped', 'accepted')).toBe('stopped');
});

test.each([
  ['0803 123 4567', '2348031234567'],
  ['+234 803 123 4567', '2348031234567'],
  ['00234 (0) 803-123-4567', '2348031234567'],
  ['8031234567', '2348031234567'],
  ['0912 345 6789', '2349123456789'],
  ['0603 123 4567', null],
  ['0803 123 456', null],
  ['+44 7700 900123', null],
  ['-', null],
])('%s is %s for a gateway', (phone, number) => {
  expect(gatewayNumber(phone)).toBe(number);
});

test('a list shows no whole number or address', () => {
  expect(masked('2348031234567')).toBe('234803…567');
  expect(masked('musa@example.com')).toBe('m…@example.com');
  expect(masked('')).toBe('');
});

test('a mail address shows its first letter alone, and a number neither its middle nor more', () => {
  expect(masked('musa@example.com')).toBe('m…@example.com');
  expect(masked('x2348031234567')).toBe('x2348031234567');
  expect(masked('2348031234567x')).toBe('2348031234567x');
});

test('a number with more digits before or after is none that a gateway reaches', () => {
  for (const phone of ['12348035550142', '080355501421', '23480355501421', '9908035550142'])
    expect(gatewayNumber(phone), phone).toBeNull();
});

test('an unknown place in a text is named, with those that there are', () => {
  expect(unknownPlace('{plat}')).toBe('{plat}');
  const refused = messageTextOf().safeParse('Ticket {plat}.');
  expect(refused.error?.issues[0]?.message).toMatch(
    /^Hanya cannot fill in \{plat\}\. Use \{authority\} \{plate\} \{amount\}/,
  );
});

test('a code has six digits, which its message and the secret give', () => {
  const codeOf = createOpeningCode(derivedKeys(['one secret']));
  const ids = Array.from({ length: 2_000 }, (_, number) => `message ${number}`);
  const drawn = ids.map(codeOf);
  for (const code of drawn) expect(code).toMatch(/^\d{6}$/);
  expect(drawn.some((code) => code.startsWith('0'))).toBe(true);
  // Of two thousand in a million two or so are alike.
  expect(new Set(drawn).size).toBeGreaterThan(1_980);
  expect(ids.map(codeOf)).toEqual(drawn);
  expect(createOpeningCode(derivedKeys(['another secret']))('message 1')).not.toBe(
    codeOf('message 1'),
  );
});
