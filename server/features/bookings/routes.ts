import * as corrections from '#contract/booking-corrections.ts';
import { addPicture, listPictures } from '#contract/booking-pictures.ts';
import * as bookings from '#contract/bookings.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { bookingView } from '#contract/view-query.ts';
import { serveAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import { sharedReadings } from '#server/db/reading/shared-readings.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { exportLimit } from '#server/http/attempts.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readList } from '#server/lists/searches.ts';
import { clearing, makeBooking } from './commands.ts';
import { correcting, mayCorrect } from './corrections.ts';
import { exportBookingsOf } from './list/export.ts';
import { listBookingsOf } from './list/list.ts';
import { leaving, mistakeEnds, mistakesOf, reporting, waitingMistakes } from './mistakes.ts';
import { findToPicture, pictureBooking, picturesOf } from './pictures.ts';
import { findBooking, findToWithdraw } from './queries.ts';
import { withdrawing } from './withdrawal.ts';

/** A search may take this share of its time to find all. The rest is for the newest bookings. */
const shareForAll = 3 / 5;

/** The same of the time that a list may take which is narrowed without a text: a second of five. */
const shareForNarrowed = 1 / 5;

export const bookingsPart: Part = {
  name: 'bookings',
  routes: bookingRoutes,
  reads: { booking: ({ db }, caller, id) => findBooking(db, caller, id) },
  views: {
    unpaid: bookingView,
    paid: bookingView,
    completed: bookingView,
    bookings: bookingView,
  },
  follows: mistakeEnds,
  queues: { mistake: { rows: waitingMistakes } },
};

function bookingRoutes(deps: Deps): void {
  const { serve, db, reading, lookups, config } = deps;
  const source = {
    db: reading,
    searchMs: config.searchTimeoutMs * shareForAll,
    narrowMs: config.readTimeoutMs * shareForNarrowed,
  };
  const shared = sharedReadings<Awaited<ReturnType<typeof listBookingsOf>>>();

  serve(createBooking, async ({ body, actor, caller, created }) => {
    const made = await makeBooking(deps, actor, caller, body);
    if (made instanceof Refusal) return made;
    if (made.isNew) created();
    return answered(made.booking);
  });
  serve(bookings.listBookings, async ({ query, caller }) => {
    const question = JSON.stringify([caller.role, caller.scope, query]);
    const found = await shared(question, () =>
      readList(query._searchname, config.searchTimeoutMs, () =>
        listBookingsOf(source, caller, query),
      ),
    );
    if (found instanceof Refusal) return found;
    lookups.note(caller, { kind: 'bookings', asked: query._searchname, rows: found.rows });
    return found.answer;
  });
  serve.download(
    bookings.exportBookings,
    ({ query, caller, actor }) => exportBookingsOf(deps, actor, caller, query),
    exportLimit,
  );
  serve.record(
    bookings.readBooking,
    ({ id }, caller) => findBooking(db, caller, id),
    ({ record, caller }) => {
      lookups.note(caller, { kind: 'booking', record: record._id });
      return Promise.resolve(answered(record));
    },
  );
  serve.record(
    listPictures,
    ({ id }, caller) => findBooking(db, caller, id),
    async ({ record }) => answered(await picturesOf(deps, record._id)),
  );
  serve.record(
    addPicture,
    ({ id }, caller) => findToPicture(db, caller, id),
    async (call) => answered(await pictureBooking(deps, call)),
  );
  const find = ({ id }: { id: string }, caller: Caller) => findBooking(db, caller, id);
  serveAct(deps, corrections.clearVehicle, find, clearing(deps));
  serveAct(
    deps,
    corrections.withdrawBooking,
    ({ id }, caller) => findToWithdraw(db, caller, id),
    withdrawing(deps),
  );
  serveAct(
    deps,
    corrections.correctBooking,
    async ({ id }, caller) => {
      const found = await findBooking(db, caller, id);
      return found instanceof Refusal ? found : mayCorrect(caller, found);
    },
    correcting(deps),
  );
  serve.record(corrections.listMistakes, find, async ({ record }) =>
    answered(await mistakesOf(db, record._id)),
  );
  serveAct(deps, corrections.reportMistake, find, reporting);
  serveAct(deps, corrections.leaveMistake, find, leaving);
}
