/** The word of the refusal that asks for `proveAgain` of `second-factor.ts`. */
export const proofNeeded = 'prove_again';
