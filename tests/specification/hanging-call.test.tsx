import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { createBooking } from '#contract/new-bookings.ts';
import { createCollision } from '#contract/new-collisions.ts';
import { fillIn, openForm, submitOf } from '#tests/screens/support/booking-form.ts';
import { fillInCollision, openCollisionForm } from '#tests/screens/support/collision-form.ts';
import type { FakeServer } from '#tests/screens/support/fake-server.ts';
import { described, says } from '#tests/screens/support/form.ts';
import { aBooking, aCollision, anAnswer } from '#tests/screens/support/records.ts';
import { noteServerAnswered } from '#web/api/connection.ts';

// Other files of this process see the same connection.
afterEach(noteServerAnswered);

/** Clocks of half a minute and more, which run out when the test says so. Milliseconds. */
const longClock = 30_000;

function longClocks(): { runOut: () => void } {
  const clocks: (() => void)[] = [];
  const { setTimeout: start } = globalThis;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run: () => void, ms = 0, ...given: []) => {
      if (ms >= longClock) clocks.push(run);
      return start(run, ms, ...given);
    });
  const signals = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const late = new AbortController();
    clocks.push(() => late.abort(new DOMException('Too late.', 'TimeoutError')));
    return late.signal;
  });
  onTestFinished(() => {
    timers.mockRestore();
    signals.mockRestore();
  });
  return {
    runOut: () => {
      for (const run of clocks.splice(0)) run();
    },
  };
}

async function bookingReady() {
  const app = await openForm();
  fillIn(app.form);
  return { ...app, submit: submitOf(app.form) };
}

async function collisionReady() {
  const app = await openCollisionForm();
  await fillInCollision(app.form, 'CRF-310SH');
  return { ...app, submit: within(app.form).getByRole('button', { name: 'Submit' }) };
}

/** Answers once the test says so. */
function held(server: FakeServer, endpoint: Endpoint, works: () => object) {
  const answer = Promise.withResolvers<object>();
  server.answer(endpoint, () => answer.promise);
  return {
    works: () => answer.resolve(works()),
    breaks: () => answer.reject(new TypeError('The connection broke.')),
  };
}

const forms = [
  ['a booking', bookingReady, createBooking, () => anAnswer(aBooking()), 'Booking added'],
  ['a collision', collisionReady, createCollision, () => anAnswer(aCollision()), 'Collision added'],
] as const;

const stored = 'Stored on this device. You can close the form. Hanya will keep trying to send it.';

test.each(forms)(
  '241d: no clock ends the call of %s; its form says that it is stored, and may be left',
  async (_name, ready, endpoint, works, added) => {
    const { form, server, submit, user } = await ready();
    const clocks = longClocks();
    const answer = held(server, endpoint, works);
    fireEvent.click(submit);
    await waitFor(() => expect(server.calls(endpoint)).toHaveLength(1));
    await within(form).findByText(stored);
    expect(described(submit)).toContain(stored);
    clocks.runOut();
    expect(await within(form).findByText(stored)).toBeTruthy();

    await user.keyboard('{Escape}');
    await waitFor(() => expect(form.isConnected).toBe(false));
    expect(screen.queryByRole('dialog')).toBeNull();
    clocks.runOut();
    answer.works();
    await says(added);
    // What waits so long may be sent again by the phone: under the same id it is the same record.
    const ids = server.calls(endpoint).map(({ body }) => body._id);
    expect(new Set(ids).size).toBe(1);
  },
);

test(
  '241d: what the phone sends again while the first call hangs is the same record, and received once',
  { tags: 'night' },
  async () => {
    const { form, server, submit } = await bookingReady();
    const clocks = longClocks();
    const first = held(server, createBooking, () => anAnswer(aBooking()));
    fireEvent.click(submit);
    await within(form).findByText(stored);
    server.answer(createBooking, () => anAnswer(aBooking()));
    // The sender comes when somebody begins to use the page, and waits for the form for a while.
    fireEvent.pointerMove(window);
    await waitFor(() => {
      clocks.runOut();
      expect(server.calls(createBooking).length).toBeGreaterThan(1);
    });
    const [one, other] = server.calls(createBooking).map(({ body }) => body._id);
    expect(other).toBe(one);
    await says('The authority has received');
    first.breaks();
    await says('Booking added');
    await waitFor(() => expect(form.isConnected).toBe(false));
    expect(screen.queryByText(/Hanya will send it as soon as there is a network/)).toBeNull();
  },
);

test('241d: a form that could not store its record does not say that it may be left', async () => {
  const { form, server, submit } = await bookingReady();
  const fullDisk = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  onTestFinished(() => fullDisk.mockRestore());
  const answer = held(server, createBooking, () => anAnswer(aBooking()));
  fireEvent.click(submit);
  await waitFor(() => expect(server.calls(createBooking)).toHaveLength(1));
  expect(within(form).queryByText(stored)).toBeNull();
  answer.works();
  await says('Booking added');
});
