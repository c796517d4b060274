/** What a penalty asks for besides money: how a screen says it, and in how many days at first. */
export const obligations = {
  custody: { words: 'Vehicle in custody', days: null },
  case: { words: 'Prosecution in court', days: 14 },
  repairs: { words: 'Repairs', days: 14 },
  training: { words: 'Driver training', days: 30 },
  test: { words: 'Psychiatric test', days: 30 },
  roadside: { words: 'Done at the roadside', days: 0 },
  charge: { words: 'Charge on a passenger', days: 30 },
  other: { words: 'Other', days: 30 },
} as const;
export type ObligationKind = keyof typeof obligations;
export const obligationKinds = Object.keys(obligations) as [ObligationKind, ...ObligationKind[]];

/** By the beginning of the words of a penalty, in small letters. */
const kindsByWords: readonly (readonly [string, ObligationKind])[] = [
  ['impound', 'custody'],
  ['prosecution', 'case'],
  ['effect repairs', 'repairs'],
  ['driver training', 'training'],
  ['psychiatric', 'test'],
  ['dislodging', 'roadside'],
  ['strapping', 'roadside'],
  ['additional', 'charge'],
];

/** The parts of a penalty text, which `;` divides. Each is an obligation of its own. */
export const partsOfPenalty = (penalty: string): { kind: ObligationKind; text: string }[] =>
  penalty
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((text) => ({
      text,
      kind: kindsByWords.find(([words]) => text.toLowerCase().startsWith(words))?.[1] ?? 'other',
    }));
