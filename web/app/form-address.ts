import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PopupName } from '#web/api/popups.ts';
import { changedSearch } from '#web/lists/use-address.ts';

/** The forms that an address opens over a screen: `/unpaid?new=booking`. */
const forms: readonly PopupName[] = ['booking', 'collision'];

/** The form that the address asks for; null for none. */
export function askedForm(): PopupName | null {
  const asked = new URLSearchParams(window.location.search).get('new');
  return forms.find((name) => name === asked) ?? null;
}

/** Opens the form that an address asks for, and takes the wish out of it: Back doesn't ask again. */
export function useFormAddress(open: (name: PopupName) => void): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const follow = useEffectEvent(() => {
    const form = askedForm();
    if (form === null) return;
    open(form);
    void navigate({ pathname, search: changedSearch(search, { new: '' }) }, { replace: true });
  });
  useEffect(() => follow(), [search]);
}
