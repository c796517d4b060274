import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { createArea } from '#web/api/area.ts';
import { onCallEnded } from '#web/api/call.ts';
import { currentUserReducer } from '#web/api/current-user.ts';
import { callEnded, errorsReducer } from '#web/api/errors.ts';
import { bookingReducer, isAboutBookings, loadingCleared } from '#web/features/bookings/slice.ts';
import { collisionArea } from '#web/features/collisions/slice.ts';
import { userReducer } from '#web/features/users/slice.ts';

type Row = { _id: string } | null;
const one: Row = null;
const parts: { one: Row; update: Row } = { one, update: one };

// Three areas without a screen.
const request = createArea('request', 'front', {
  ...parts,
  stat: null,
  otherStat: null,
  graph: null,
});
const donor = createArea('donor', 'front', { ...parts, stat: null, graph: null });
const rider = createArea('rider', 'front', parts);

const reducer = combineReducers({
  currentUser: currentUserReducer,
  errors: errorsReducer,
  request: request.reducer,
  donor: donor.reducer,
  rider: rider.reducer,
  user: userReducer,
  collision: collisionArea.reducer,
  booking: bookingReducer,
});

/**
 * The store, whose keys the specification names. A feature types its own area itself. Toolkit's checks
 * of each action walk the whole state: one test alone has them.
 */
export function createStore({ isChecked = false } = {}) {
  const store = configureStore({
    reducer,
    middleware: (usual) =>
      usual({
        immutableCheck: isChecked,
        serializableCheck: isChecked,
        actionCreatorCheck: isChecked,
      }),
  });
  onCallEnded((failure, { path }) => {
    store.dispatch(callEnded(failure));
    if (failure === null && isAboutBookings(path)) store.dispatch(loadingCleared());
  });
  return store;
}
