import { useEffect } from 'react';
import { useDispatch } from '#web/api/store-hooks.ts';
import { loadCatalogue, useBookings } from './slice.ts';

/** An offence as a chip names it: `LGC-16 Seat belt`, and its id alone until the catalogue is here. */
export function useOffenceName(id: string | undefined): string | null {
  const dispatch = useDispatch();
  const catalogue = useBookings((state) => state.booking.catalogue);
  const missing = id !== undefined && catalogue === null;
  useEffect(() => {
    if (!missing) return undefined;
    const asked = dispatch(loadCatalogue(null));
    return () => asked.abort();
  }, [dispatch, missing]);
  if (id === undefined) return null;
  const name = catalogue?.offences.find((offence) => offence.id === id)?.name;
  return name === undefined ? id : `${id} ${name}`;
}
