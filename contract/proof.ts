/** The word of the refusal that asks for `proveAgain` of `second-factor.ts`. */
export const proofNeeded = 'prove_again';

/** The word of the refusal of every call until a second factor is set up. */
export const factorNeeded = 'factor_needed';
