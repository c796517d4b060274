import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { messageEnv } from '#tests/support/messages.ts';

const settings = messageEnv('http://127.0.0.1:1');

test.each([
  ['an unknown gateway', { MESSAGE_GATEWAYS: 'Kaduna=pigeon:KASTLEA' }, /MESSAGE_GATEWAYS/],
  ['no sender id', { MESSAGE_GATEWAYS: 'Kaduna=termii' }, /sender id/],
  ['a long sender id', { MESSAGE_GATEWAYS: 'Kaduna=termii:KADUNATRAFFIC' }, /sender id/],
  ['a short sender id', { MESSAGE_GATEWAYS: 'Kaduna=termii:KD' }, /sender id/],
  ['a sender id with other signs', { MESSAGE_GATEWAYS: 'Kaduna=termii:KÀDUNA' }, /sender id/],
  ['a sender id in two pieces', { MESSAGE_GATEWAYS: 'Kaduna=termii:KASTLEA:X' }, /sender id/],
  ['a missing key', { TERMII_SECRET_KEY: '' }, /TERMII_SECRET_KEY must be set too/],
  ['a missing address part', { MESSAGE_REPORT_KEY: '' }, /MESSAGE_REPORT_KEY must be set too/],
  ['a short address part', { MESSAGE_REPORT_KEY: 'short' }, /MESSAGE_REPORT_KEY must be/],
  ['a real gateway in demo mode', { TERMII_URL: 'https://api.ng.termii.com' }, /DEMO=off/],
])('a start with %s ends with a sentence', (_what, changes, sentence) => {
  expect(() => readConfig({ DEMO: 'on', ...settings, ...changes })).toThrow(sentence);
});

test.each(['N-Alert', 'KD TRAFFIC', 'FRSC.LAGOS', 'A&B_1', '20880', 'abc', 'ABCDEFGHIJK'])(
  'the sender id %s is taken as it is written',
  (sender) => {
    const { messagesOf } = readConfig({
      DEMO: 'on',
      ...settings,
      MESSAGE_GATEWAYS: `Kaduna=termii: ${sender} , Ogun=africastalking:OGUNTRACE`,
    });
    expect(messagesOf.Kaduna).toEqual({ gateway: 'termii', sender });
  },
);
