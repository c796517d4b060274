// What only an open booking asks and changes: a list begins without it.
import * as corrections from '#contract/booking-corrections.ts';
import type { SentBody } from '#contract/endpoint.ts';
import type { PaymentCheck } from '#contract/payments.ts';
import * as payments from '#contract/payments.ts';
import { call } from '#web/api/call.ts';
import type { Dispatch } from '#web/api/store-hooks.ts';
import { bookingChecked, bookingPartsSet, bookingRead, loading } from '../slice.ts';

export const correctBooking = (
  dispatch: Dispatch,
  id: string,
  body: SentBody<typeof corrections.correctBooking>,
) =>
  loading(dispatch, async () => {
    const { data } = await call(corrections.correctBooking, { params: { id }, body });
    dispatch(bookingRead(data));
    return data;
  });

export const clearVehicle = (dispatch: Dispatch, id: string) =>
  loading(dispatch, async () => {
    const body = { completed: true } as const;
    const { data } = await call(corrections.clearVehicle, { params: { id }, body });
    dispatch(bookingRead(data));
    return data;
  });

export const withdrawBooking = (
  dispatch: Dispatch,
  { id, reason }: { id: string; reason: string },
) =>
  loading(dispatch, async () => {
    const { data } = await call(corrections.withdrawBooking, { params: { id }, body: { reason } });
    dispatch(bookingRead(data));
    return data;
  });

export const reportMistake = (id: string, reason: string) =>
  call(corrections.reportMistake, { params: { id }, body: { reason } });

export const readBill = async (id: string, signal: AbortSignal) =>
  (await call(payments.readBill, { params: { id }, signal })).data;

/** Asks the gateway whether a booking is paid, and stores the answer as `checked`. */
export const checkBooking = (dispatch: Dispatch, id: string): Promise<PaymentCheck> =>
  loading(dispatch, async () => {
    const { data } = await call(payments.checkBooking, { params: { id } });
    dispatch(bookingChecked(data));
    return data;
  });

/** Starts the payment of a bill; `url` in the answer is the page where the offender pays. */
export const startPayment = (dispatch: Dispatch, billRef: string) =>
  loading(dispatch, async () => {
    const answer = await call(payments.startPayment, { body: { billRef } });
    dispatch(bookingPartsSet({ pay: answer.data }));
    return answer;
  });

/** Starts a sweep of all open bills on the server, and does not wait for its end. */
export const sweepBookings = (dispatch: Dispatch) =>
  loading(dispatch, async () => (await call(payments.sweepBookings)).data);
