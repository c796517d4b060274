declare global {
  var __webpack_nonce__: string | undefined;
}

/** Gives the style nonce of this response to react-remove-scroll, which reads this name only. */
export function setScrollLockNonce(nonce: string): void {
  globalThis.__webpack_nonce__ = nonce;
}
