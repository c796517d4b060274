import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { shallowEqual, useSelector } from 'react-redux';
import type { Booking } from '#contract/bookings.ts';
import * as bookings from '#contract/bookings.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { ExportFormat } from '#contract/list-filters.ts';
import type { PaymentCheck, startPayment } from '#contract/payments.ts';
import type { Stats } from '#contract/statistics.ts';
import { type AreaState, createArea } from '#web/api/area.ts';
import type { ReadQuery } from '#web/api/call-options.ts';
import { call, callFile } from '#web/api/call.ts';
import type { Dispatch } from '#web/api/store-hooks.ts';
import type { Attempt } from '#web/sending/first-attempt.ts';
import type { Catalogue } from './form/catalogue.ts';
import { knownBooking, withNews } from './known-bookings.ts';

/** The filters of a list of bookings. Those that are undefined are not sent. */
export type BookingFilters = Omit<
  ReadQuery<typeof bookings.listBookings>,
  'limit' | 'page' | 'ids'
>;

export interface BookingQuery extends BookingFilters {
  limit: number;
  page: number;
}

type StartedPayment = ResponseOf<typeof startPayment>['data'];

/**
 * The specification names `all`, `update` and `checked`, each with bookings of its own, so there is
 * no map by id: `withNews` brings every change of a booking into each of them.
 */
interface BookingParts {
  /** Counts of the bookings made. */
  stat: Stats | null;
  /** Naira of payments confirmed. */
  rev: Stats | null;
  /** The booking whose payment was started last. */
  pay: StartedPayment | null;
  /** The booking as it was last read or changed. */
  update: Booking | null;
  /** The result of the last Check Status. */
  checked: PaymentCheck | null;
  /** The booking that was made here last, until its note is dismissed. */
  made: Booking | null;
  /** A call about bookings began here, and none has succeeded since. */
  loading: boolean;
  /** The query that `all` answers, so that a screen knows whether the rows are its own. */
  loadedQuery: BookingQuery | null;
  /** Naira of every booking that matches, not only of this page; null where not all were counted. */
  sum: number | null;
  catalogue: Catalogue | null;
}
export type BookingState = AreaState<Booking, BookingParts>;

const area = createArea<Booking, BookingParts>('booking', 'front', {
  stat: null,
  rev: null,
  pay: null,
  update: null,
  checked: null,
  made: null,
  loading: false,
  loadedQuery: null,
  sum: 0,
  catalogue: null,
});
const { pageLoaded, added, removed, partsSet } = area.actions;
export { added as bookingAdded, partsSet as bookingPartsSet, removed as bookingRemoved };

/** A booking as it is now, from the live stream. */
export const bookingHeard = createAction<Booking>('booking/heard');
export const bookingRead = createAction<Booking>('booking/as-read');
export const bookingChecked = createAction<PaymentCheck>('booking/as-checked');
/** A catalogue that the device kept; without effect where the server has said it meanwhile. */
export const catalogueCopied = createAction<Catalogue>('booking/catalogue-copied');
export const catalogueLoaded = (catalogue: Catalogue) => partsSet({ catalogue });

export function bookingReducer(
  state: BookingState | undefined,
  action: UnknownAction,
): BookingState {
  const next = area.reducer(state, action);
  if (bookingHeard.match(action)) return withNews(next, action.payload);
  if (bookingRead.match(action)) {
    const state = withNews(next, action.payload);
    return { ...state, update: knownBooking(state, action.payload._id) ?? action.payload };
  }
  if (bookingChecked.match(action)) {
    return { ...withNews(next, action.payload), checked: action.payload };
  }
  if (catalogueCopied.match(action)) return { ...next, catalogue: newer(next, action.payload) };
  return next;
}

/** A copy of the device takes the place of no answer to the same question. */
const newer = ({ catalogue: known }: BookingState, copied: Catalogue): Catalogue =>
  known?.copiedAt === null && known.organisation === copied.organisation && known.day === copied.day
    ? known
    : copied;

export const useBookings = useSelector.withTypes<{ booking: BookingState }>();

/** These parts of the area. What shows them isn't drawn anew for others, such as `loading`. */
export const useBookingParts = <Part extends keyof BookingState>(...parts: Part[]) =>
  useBookings(
    ({ booking }) =>
      Object.fromEntries(parts.map((part) => [part, booking[part]])) as Pick<BookingState, Part>,
    shallowEqual,
  );

/** True if a path of the contract is one of bookings and their payment. */
export const isAboutBookings = (path: string): boolean =>
  /^\/api\/v1\/(booking|payment)(\/|$)/.test(path);

/** Whatever call about bookings succeeded, whoever made it. */
export const loadingCleared = () => partsSet({ loading: false });

/** Makes a call about bookings; the `loading` flag stands while it runs, as the specification asks. */
export async function loading<Answer>(
  dispatch: Dispatch,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  dispatch(partsSet({ loading: true }));
  try {
    return await ask();
  } finally {
    dispatch(loadingCleared());
  }
}

/** Loads one page into `all`. Aborted when the query changes: only the last answer counts. */
export const listBookings = (dispatch: Dispatch, query: BookingQuery, signal: AbortSignal) =>
  loading(dispatch, async () => {
    const answer = await call(bookings.listBookings, { query, signal });
    signal.throwIfAborted();
    dispatch(pageLoaded(answer));
    dispatch(partsSet({ loadedQuery: query, sum: answer.sum }));
    return answer;
  });

/** Fetches every booking that the filters show, or those of the ids, as a file. */
export function fetchBookings(
  query: BookingFilters & { ids?: string; format: ExportFormat },
): Promise<File> {
  return callFile(bookings.exportBookings, { query });
}

/**
 * Books, by an attempt to send what the device has stored. A booking that was received goes to the
 * front of the list.
 */
export const createBooking = (
  dispatch: Dispatch,
  attempt: () => Promise<Attempt>,
): Promise<Attempt> =>
  loading(dispatch, async () => {
    const made = await attempt();
    // The list asks by itself for anything that a newer server says in another way.
    const read =
      made.is === 'received' ? bookings.readBooking.response.safeParse(made.answer).data : null;
    if (read) {
      dispatch(added(read.data));
      dispatch(partsSet({ made: read.data }));
    }
    return made;
  });

/** Dismisses the note of the booking that was made here last. */
export const dismissMade = () => partsSet({ made: null });

export const readBooking = (dispatch: Dispatch, id: string, signal?: AbortSignal) =>
  loading(dispatch, async () => {
    const { data } = await call(bookings.readBooking, { params: { id }, signal });
    return kept(dispatch, data);
  });

function kept(dispatch: Dispatch, booking: Booking): Booking {
  dispatch(bookingRead(booking));
  return booking;
}
