import { createContext, useEffect, useEffectEvent, useState } from 'react';
import { type Identified, idOf } from './identified.ts';
import type { ListSteps } from './list-address.ts';
import type { ShownList } from './use-list.ts';

/** Where the open record stands in its list, and the ways to the records beside it. */
export interface PlaceInList {
  /** 1 for the first record of the first page. */
  number: number;
  /** The number of records, and whether there are more than were counted. */
  total: number;
  more: boolean;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

/** Of the list over which a record is open; null where it isn't open over its list. */
export const PlaceInListContext = createContext<PlaceInList | null>(null);

type Leafed = Pick<ShownList<Identified>, 'rows' | 'size' | 'pages' | 'loading' | 'failure'>;

/** The open record's place in the list; a step beyond the page's end turns the page beneath it. */
export function usePlaceInList(
  { address: { open, page, limit }, leaf }: Pick<ListSteps, 'address' | 'leaf'>,
  { rows, size, pages, loading, failure }: Leafed,
): PlaceInList | null {
  const [turned, setTurned] = useState({ open: '', from: 0, number: 0 });
  const place = rows.findIndex((row) => idOf(row) === open);
  const first = (page - 1) * limit + 1;
  // The page was turned, and its rows aren't here yet.
  const isTurning = open !== '' && turned.open === open && turned.from !== page;

  const land = useEffectEvent(() => {
    const row = turned.from < page ? rows[0] : rows.at(-1);
    if (row !== undefined && failure === null) leaf({ open: idOf(row) });
  });
  useEffect(() => {
    if (isTurning && !loading) land();
  }, [isTurning, loading]);

  const known = { total: size.total, more: size.more === true };
  if (isTurning) return { number: turned.number, ...known };
  if (open === '' || place < 0) return null;
  const step = (by: 1 | -1) => {
    const row = rows[place + by];
    if (row !== undefined) return () => leaf({ open: idOf(row) });
    const next = page + by;
    if (next < 1 || next > pages) return undefined;
    return () => {
      setTurned({ open, from: page, number: first + place });
      leaf({ page: next });
    };
  };
  return { number: first + place, ...known, onPrevious: step(-1), onNext: step(1) };
}
