import type { Look } from '#contract/operations.ts';

export const well = (what: string, words: string): Look => ({ what, state: 'well', words });
export const doubtful = (what: string, words: string): Look => ({ what, state: 'doubtful', words });
export const wrong = (what: string, words: string): Look => ({ what, state: 'wrong', words });
