import { expect, test } from 'vitest';
import { sayEnglish } from '#contract/language.ts';
import { noBills } from '#contract/modules/after-ticket/papers.ts';
import { billOf, nextOf, warningOf } from '#server/modules/after-ticket/papers/paper-words.ts';
import { drawable } from '#server/modules/after-ticket/papers/pen.ts';
import { aBooking } from '#tests/screens/support/records.ts';

const [dotBelow, grave, acute] = ['\u0323', '\u0300', '\u0301'];

test('a letter with a dot below and a tone mark is drawn tone first, and stays the same text', () => {
  expect(drawable('Ọ̀yọ́')).toBe(`O${grave}${dotBelow}yo${acute}${dotBelow}`);
  expect(drawable('Ọ̀yọ́').normalize()).toBe('Ọ̀yọ́'.normalize());
});

test('letters that have a place for their mark are drawn as they are', () => {
  expect(drawable('Ọláṣẹ Ụgwụ Ɗanjuma é')).toBe('Ọláṣẹ Ụgwụ Ɗanjuma é');
  expect(drawable(`o${dotBelow}`)).toBe('ọ');
});

test('a paper promises a bill, a gateway or a way to pay only where a gateway serves its organisation', () => {
  const saidOf = (takesBills: boolean, billRef: string | null) => {
    const printed = { ...aBooking({ billRef }), takesBills, stillOpen: [] };
    return JSON.stringify([
      billOf(sayEnglish, printed, 'ticket'),
      nextOf(sayEnglish, printed, 'ticket'),
      warningOf(sayEnglish, printed),
    ]);
  };
  const promise = /bill|gateway|card, transfer|page behind/;
  expect(saidOf(false, null)).toContain(noBills);
  expect(saidOf(false, null)).not.toMatch(promise);
  expect(saidOf(true, null)).toMatch(promise);
  // A bill that was made stays payable.
  expect(saidOf(false, '967140858550')).toContain('Pay this bill');
});

test('a paper names what is still open besides money, with its day, until the ticket is withdrawn', () => {
  const stillOpen = [
    { words: 'Effect repairs', dueDay: '2026-12-14' },
    { words: 'Impounding vehicle', dueDay: null },
  ];
  const said = 'Effect repairs by 2026-12-14; Impounding vehicle.';
  const at = '2026-11-20T10:00:00.000Z';
  const withdrawal = { at, reason: 'A double.', by: { id: 'A', name: 'A', role: 'zonal head' } };
  const stepsOf = (changes: object, kind: Parameters<typeof nextOf>[2]) => {
    const printed = { ...aBooking(changes), takesBills: true };
    const restsOf = (open: typeof stillOpen) =>
      nextOf(sayEnglish, { ...printed, stillOpen: open }, kind).steps.map(({ rest }) => rest);
    return { some: restsOf(stillOpen), none: restsOf([]) };
  };
  for (const [changes, kind] of [
    [{}, 'ticket'],
    [{ price: 0 }, 'ticket'],
    [{ paid: true }, 'receipt'],
    [{ paid: true, completed: true }, 'clearance'],
  ] as const) {
    const { some, none } = stepsOf(changes, kind);
    expect(some).toContain(said);
    expect(some.filter((rest) => rest !== said)).toEqual(none);
  }
  expect(stepsOf({ withdrawal }, 'ticket').some).not.toContain(said);
});
