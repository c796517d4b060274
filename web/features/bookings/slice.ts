import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import * as bookings from '#contract/bookings.ts';
import type { Booking } from '#contract/bookings.ts';
import type { PaymentCheck } from '#contract/payments.ts';
import type { ResponseOf, SentBody } from '#contract/endpoint.ts';
import type { ExportFormat } from '#contract/list-filters.ts';
import * as payments from '#contract/payments.ts';
import type { Organisation } from '#contract/places.ts';
import * as statistics from '#contract/statistics.ts';
import type { Stats } from '#contract/statistics.ts';
import { call, callFile, type ReadQuery } from '#web/api/call.ts';
import { createArea, type AreaState } from '#web/api/area.ts';
import { serverThunk, type Tools } from '#web/api/server-thunk.ts';
import { fetchCatalogue, type Catalogue } from './catalogue.ts';
import { knownBooking, withNews } from './known-bookings.ts';

/** Which bookings a list asks for. Filters that are not given are not sent. */
export type BookingFilters = Omit<
  ReadQuery<typeof bookings.listBookings>,
  'limit' | 'page' | 'ids'
>;

export interface BookingQuery extends BookingFilters {
  limit: number;
  page: number;
}

export type StartedPayment = ResponseOf<typeof payments.startPayment>['data'];

/**
 * The specification names `all`, `update` and `checked`, each with its records: so they are no map
 * by id, and whatever is learned of a booking goes through `withNews` into each of them.
 */
interface BookingParts {
  /** How many bookings were made. */
  stat: Stats | null;
  /** Naira of payments confirmed. */
  rev: Stats | null;
  /** The booking whose payment was started last. */
  pay: StartedPayment | null;
  /** The booking as it was last read or changed. */
  update: Booking | null;
  /** What was last heard about the payment of one booking. */
  checked: PaymentCheck | null;
  /** The booking that was made here last, until it is put away. */
  made: Booking | null;
  /** Whether a booking call is under way. */
  loading: boolean;
  /** What `all` is the answer to, so that a screen knows whether the rows are its own. */
  listed: BookingQuery | null;
  /** Naira of every booking that matches, on this page or not. */
  sum: number;
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
  listed: null,
  sum: 0,
  catalogue: null,
});
const { listed, added, removed, kept } = area.actions;
export { added as bookingAdded, removed as bookingRemoved };

/** A booking as it is now, from the live stream. */
export const bookingHeard = createAction<Booking>('booking/heard');
const bookingRead = createAction<Booking>('booking/as-read');
const bookingChecked = createAction<PaymentCheck>('booking/as-checked');

export function bookingReducer(
  state: BookingState | undefined,
  action: UnknownAction,
): BookingState {
  const next = area.reducer(state, action);
  if (bookingHeard.match(action)) return withNews(next, action.payload);
  if (bookingRead.match(action)) {
    const renewed = withNews(next, action.payload);
    return { ...renewed, update: knownBooking(renewed, action.payload._id) ?? action.payload };
  }
  if (bookingChecked.match(action)) {
    return { ...withNews(next, action.payload), checked: action.payload };
  }
  return next;
}

export const useBookings = useSelector.withTypes<{ booking: BookingState }>();

let underWay = 0;

/** A thunk that shows the loading flag meanwhile, and clears it after the call. */
function bookingThunk<Answer, Argument = void>(
  name: string,
  ask: (argument: Argument, tools: Tools) => Promise<Answer>,
) {
  return serverThunk(`booking/${name}`, async (argument: Argument, tools) => {
    underWay += 1;
    tools.dispatch(kept({ loading: true }));
    try {
      return await ask(argument, tools);
    } finally {
      underWay -= 1;
      if (underWay === 0) tools.dispatch(kept({ loading: false }));
    }
  });
}

export interface Statistics {
  stat: Stats;
  rev: Stats;
}

/** Loads how many bookings were made and what was paid, of one organisation. */
export const loadStatistics = bookingThunk(
  'statistics',
  async (organisation: Organisation, { dispatch, signal }): Promise<Statistics> => {
    const query = { organisation };
    const [{ data: stat }, { data: rev }] = await Promise.all([
      call(statistics.bookingCounts, { query, signal }),
      call(statistics.bookingRevenue, { query, signal }),
    ]);
    signal.throwIfAborted();
    dispatch(kept({ stat, rev }));
    return { stat, rev };
  },
);

/** Loads one page into `all`. Abort the promise when the query changes: only the last answer counts. */
export const listBookings = bookingThunk('list', async (query: BookingQuery, tools) => {
  const answer = await call(bookings.listBookings, { query, signal: tools.signal });
  tools.signal.throwIfAborted();
  tools.dispatch(listed(answer));
  tools.dispatch(kept({ listed: query, sum: answer.sum }));
  return answer;
});

/** Fetches every booking that the filters show, as a file. */
export function fetchBookings(query: BookingFilters & { format: ExportFormat }): Promise<File> {
  return callFile(bookings.exportBookings, { query });
}

/** Books, and puts the new booking at the front of the list. */
export const createBooking = bookingThunk(
  'create',
  async (body: SentBody<typeof bookings.createBooking>, { dispatch }) => {
    const { data } = await call(bookings.createBooking, { body });
    dispatch(added(data));
    dispatch(kept({ made: data }));
    return data;
  },
);

/** Puts away the booking that was made here last. */
export const forgetMade = () => kept({ made: null });

export const readBooking = bookingThunk('read', async (id: string, { dispatch, signal }) => {
  const { data } = await call(bookings.readBooking, { params: { id }, signal });
  dispatch(bookingRead(data));
  return data;
});

export const clearVehicle = bookingThunk('clear-vehicle', async (id: string, { dispatch }) => {
  const body = { completed: true } as const;
  const { data } = await call(bookings.clearVehicle, { params: { id }, body });
  dispatch(bookingRead(data));
  return data;
});

export const withdrawBooking = bookingThunk(
  'withdraw',
  async ({ id, reason }: { id: string; reason: string }, { dispatch }) => {
    const { data } = await call(bookings.withdrawBooking, { params: { id }, body: { reason } });
    dispatch(bookingRead(data));
    return data;
  },
);

/** How far the bill of a booking is. */
export const readBill = serverThunk('booking/read-bill', async (id: string, { signal }) => {
  const { data } = await call(payments.readBill, { params: { id }, signal });
  return data;
});

/** Asks whether one booking is paid, and keeps the answer as `checked`. */
export const checkBooking = bookingThunk('check', async (id: string, { dispatch }) => {
  const { data } = await call(payments.checkBooking, { params: { id } });
  dispatch(bookingChecked(data));
  return data;
});

/** Starts the payment of a bill; `url` in the answer is the page where the offender pays. */
export const startPayment = bookingThunk('start-payment', async (billRef: string, { dispatch }) => {
  const answer = await call(payments.startPayment, { body: { billRef } });
  dispatch(kept({ pay: answer.data }));
  return answer;
});

/** Has the server look after all open bills; it works on after it answered. */
export const sweepBookings = bookingThunk('sweep', async () => {
  const { data } = await call(payments.sweepBookings);
  return data;
});

/**
 * Loads what the booking form chooses from: offences as they cost today in an organisation, with
 * their revenue heads, and places.
 */
export const loadCatalogue = serverThunk(
  'booking/load-catalogue',
  async (organisation: Organisation | null, { dispatch, signal }) => {
    const catalogue = await fetchCatalogue(organisation, signal);
    dispatch(kept({ catalogue }));
    return catalogue;
  },
);
