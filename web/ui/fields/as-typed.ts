/** For what is no prose: a keyboard that knows no Yoruba makes other words of names, plates and places. */
export const asTyped = { autoCorrect: 'off', spellCheck: false } as const;
