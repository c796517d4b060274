import { useEffect } from 'react';
import { z } from 'zod';
import { totalPages } from '#web/api/area.ts';
import type { ListSteps } from '#web/lists/list-address.ts';
import { useAddress } from '#web/lists/use-address.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { listExceptions } from '#web/records/exceptions.ts';
import { countExceptions } from './exception-calls.ts';
import { exceptionStates, type ExceptionState } from './exception-words.ts';

/** Milliseconds after which the list is asked for again: others settle and confirm meanwhile. */
const often = 30_000;

const stateSchema = z.object({ state: z.enum(exceptionStates).catch('open') });

/** The state that the address shows; open, unless it says otherwise. */
export function useShownState() {
  const { address, searchWith } = useAddress(stateSchema);
  return {
    shown: address.state,
    /** The same filters in another state. */
    searchOf: (state: ExceptionState) =>
      searchWith({ state: state === 'open' ? '' : state, page: '', open: '' }),
  };
}

/** The exceptions of one state, as the address says, and how many there are in each. */
export function useExceptions({ address, landOn }: ListSteps<''>, state: ExceptionState) {
  const dispatch = useDispatch();
  const { page, limit, filters } = address;
  const { organisation } = filters;
  const question = JSON.stringify([state, organisation, page, limit]);
  const list = useLoaded(
    question,
    () => dispatch(listExceptions({ state, organisation, page, limit })),
    often,
  );
  const counts = useLoaded(
    organisation ?? '',
    () => dispatch(countExceptions({ organisation })),
    often,
  );
  const { data, failure } = list;
  const pages = totalPages(data?.total ?? 0, limit);
  const beyond = data !== null && page > pages;
  useEffect(() => {
    if (beyond) landOn(pages);
  });
  return {
    question,
    rows: data?.data ?? [],
    total: data?.total ?? 0,
    pages: data ? pages : page,
    loaded: data !== null,
    loading: data === null && failure === null,
    failure,
    counts: counts.data,
    reload: () => {
      list.reload();
      counts.reload();
    },
  };
}
