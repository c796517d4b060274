import { describe, expect, test } from 'vitest';
import { whyNotEnded } from '#server/features/decisions/rules.ts';
import * as fees from '#server/features/offences/rules.ts';
import { dayAfter } from '#server/lists/rules.ts';
import * as reconciliation from '#server/modules/money/reconciliation/rules.ts';
import { refusal } from './refusals.ts';

describe('a fee', () => {
  test('counts from tomorrow on, within two years', () => {
    const today = '2026-11-20';
    const early = 'Select tomorrow or a later day.';
    const late = 'Select a day within the next two years.';
    expect(refusal(fees.whyNotFrom('2026-11-19', today))).toEqual([
      400,
      'invalid',
      early,
      { from: early },
    ]);
    expect(refusal(fees.whyNotFrom(today, today))).toEqual([
      400,
      'invalid',
      early,
      { from: early },
    ]);
    expect(fees.whyNotFrom('2026-11-21', today)).toBeNull();
    expect(fees.whyNotFrom('2028-11-20', today)).toBeNull();
    expect(refusal(fees.whyNotFrom('2028-11-21', today))).toEqual([
      400,
      'invalid',
      late,
      { from: late },
    ]);
  });

  test('is confirmed before its day', () => {
    expect(fees.whyNotInTime('2026-11-21', '2026-11-20')).toBeNull();
    expect(refusal(fees.whyNotInTime('2026-11-21', '2026-11-21'))).toEqual([
      409,
      'day_has_come',
      'Nobody confirmed this fee before its first day, so the fee does not apply. Propose it again for a later day.',
    ]);
  });

  test('is refused in words that say what to do', () => {
    expect(refusal(fees.notAllZones)).toEqual([
      403,
      'out_of_scope',
      'Fees apply to every zone, so only a state admin who sees all zones can set them.',
    ]);
    expect(refusal(fees.waitsAlready)).toEqual([
      409,
      'already_proposed',
      'A fee from this day on is already waiting for a second person to confirm it. Somebody must take that fee back or refuse it first.',
      { from: 'A fee from this day on is already waiting for a second person to confirm it.' },
    ]);
  });
});

describe('a statement', () => {
  const badFile = (sentence: string) => [400, 'invalid', sentence, { file: sentence }];

  test('names a cell that can’t be read, by its first forty signs', () => {
    expect(refusal(reconciliation.badCell(7, 'Amount', '', 'naira'))).toEqual(
      badFile('Line 7, column Amount is empty. Enter naira.'),
    );
    expect(refusal(reconciliation.badCell(7, 'Date', `${'x'.repeat(40)}y`, 'a day'))).toEqual(
      badFile(`Line 7, column Date says “${'x'.repeat(40)}”. Enter a day.`),
    );
  });

  test('days that follow one another are one stretch', () => {
    expect(reconciliation.stretchesOf([])).toEqual([]);
    expect(
      reconciliation.stretchesOf(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03']),
    ).toEqual([
      { from: '2026-02-27', to: '2026-03-01' },
      { from: '2026-03-03', to: '2026-03-03' },
    ]);
    expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  });

  test('is refused in words that say why', () => {
    expect(refusal(reconciliation.wholeOrganisation('Zaria'))).toEqual([
      403,
      'out_of_scope',
      'You can see only Zaria, but a statement covers a whole organisation. Ask somebody who sees all zones to send it.',
    ]);
    expect(refusal(reconciliation.noGateway)).toEqual([
      409,
      'no_gateway',
      'No payment gateway is set up for this organisation. Ask the person who runs the server to set it up.',
    ]);
    expect(refusal(reconciliation.nothingToFetch)).toEqual([
      409,
      'no_statement',
      'Hanya cannot fetch statements from this payment gateway. Send the statement as a file.',
    ]);
    expect(refusal(reconciliation.gatewaySilent)).toEqual([
      503,
      'gateway_unavailable',
      'The payment gateway is not responding. Try again in a minute.',
    ]);
    expect(refusal(reconciliation.alreadyThere('sent'))).toEqual([
      409,
      'already_sent',
      'This file has already been sent.',
    ]);
    expect(refusal(reconciliation.alreadyThere('fetched'))).toEqual([
      409,
      'already_sent',
      'This statement has already been fetched, and nothing in it has changed.',
    ]);
  });
});

describe.each([
  ['fee', 'proposed'],
  ['statement', 'sent'],
  ['closing', 'proposed'],
  ['duty', 'proposed'],
] as const)('a %s', (what, made) => {
  const waiting = { state: 'waiting', proposer: 'amina' };
  const decided = [
    409,
    'already_decided',
    `This ${what} has already been decided. Reload the page to see the latest.`,
  ];
  const ended = { ...waiting, state: 'refused' };

  test('is decided once, by somebody else', () => {
    expect(whyNotEnded(what, waiting, 'bello', true)).toBeNull();
    expect(refusal(whyNotEnded(what, ended, 'bello', true))).toEqual(decided);
    expect(refusal(whyNotEnded(what, waiting, 'amina', true))).toEqual([
      409,
      'own_proposal',
      `You ${made} this ${what}, so a second person must confirm it. You can take it back.`,
    ]);
  });

  test(`is taken back by whoever ${made} it, until it is decided`, () => {
    expect(whyNotEnded(what, waiting, 'amina', false)).toBeNull();
    expect(refusal(whyNotEnded(what, ended, 'amina', false))).toEqual(decided);
    expect(refusal(whyNotEnded(what, waiting, 'bello', false))).toEqual([
      403,
      'forbidden',
      `Only the person who ${made} this ${what} can take it back. You can refuse it.`,
    ]);
  });
});
