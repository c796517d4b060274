import type { OfflineRecord } from '#contract/records.ts';
import { forms } from './pages.ts';
import { replaceAddress } from './return-state.ts';

let asked: OfflineRecord | null = null;

/**
 * Begins to fetch the form that the address asks for. It takes the wish out of the address, so that
 * Back and a reload don't ask again. Call it before there is a router.
 */
export function takeAskedForm(): void {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  const name = query.get('new') ?? '';
  if (!Object.hasOwn(forms, name)) return;
  asked = name as OfflineRecord;
  forms[asked]().catch(() => undefined);
  query.delete('new');
  const rest = query.toString();
  replaceAddress(rest === '' ? pathname : `${pathname}?${rest}`, null);
}

/** The form with which the person began; null for none, and once it was opened. */
export const askedForm = (): OfflineRecord | null => asked;

export function forgetAskedForm(): void {
  asked = null;
}
