import { vi } from 'vitest';
import { setToken } from '#web/api/call.ts';
import { createStore } from '#web/app/store.ts';

/** The browser's store, which talks to a server at this address with this token. */
export function storeAt(url: string, token: string) {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (address: string, request: RequestInit) =>
    fetch(new URL(address, url), request),
  );
  setToken(token);
  return createStore();
}
