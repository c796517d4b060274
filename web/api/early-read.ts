/** A read that `early.js` began while the application was still being fetched. */
export interface EarlyRead {
  readonly path: string;
  readonly token: string;
  readonly response: Promise<Response>;
}

declare global {
  var hanyaEarlyRead: EarlyRead | undefined;
}

/** The response to a read that nothing has taken yet. */
export const earlyResponse = (): Promise<Response> | null =>
  globalThis.hanyaEarlyRead?.response ?? null;

/** Whatever was asked for early is asked for anew. */
export function forgetEarlyRead(): void {
  globalThis.hanyaEarlyRead = undefined;
}

/** The response to the call of this path with this token, where it was asked for early; once only. */
export function takeEarlyRead(path: string, token: string | null): Promise<Response> | null {
  const early = globalThis.hanyaEarlyRead;
  if (early?.path !== path) return null;
  globalThis.hanyaEarlyRead = undefined;
  return early.token === token ? early.response : null;
}
