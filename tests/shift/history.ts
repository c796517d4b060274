import fc from 'fast-check';
import type { Fault } from './faulty-proxy.ts';

/** What happens in a shift. Times are milliseconds. */
export type Event =
  | { does: 'book' | 'record a collision' }
  /** `after` the event before it. */
  | { does: 'kill the phone'; after: number }
  | { does: 'lose the network'; for: number; heard: boolean }
  | { does: 'set the clock'; offBy: number }
  /** `bytes` is how much of a thing it still has room for; null for as much as it likes. */
  | { does: 'leave room'; bytes: number | null }
  /** `for` is how long the older version and the newer one answer by turns. */
  | { does: 'upgrade the server'; for: number }
  | { does: 'restart the server' | 'open another tab' }
  | { does: 'wait'; for: number };

/** How much happens in a shift. */
export interface Size {
  readonly bookings: number;
  readonly collisions: number;
  readonly kills: number;
  readonly silences: number;
  readonly restarts: number;
  readonly upgrades: number;
  /** How often the phone becomes full, and has room again. */
  readonly fillings: number;
  readonly clocks: number;
  readonly tabs: number;
}

const hour = 3_600_000;
const times = <Of>(count: number, one: fc.Arbitrary<Of>) =>
  fc.array(one, { minLength: count, maxLength: count });

/** A shift of this size in an order that the seed draws. */
export function drawnHistory(size: Size, seed: number): readonly Event[] {
  const event = (one: Event) => fc.constant(one);
  const all = fc
    .tuple(
      times(size.bookings, event({ does: 'book' })),
      times(size.collisions, event({ does: 'record a collision' })),
      times(
        size.kills,
        fc.integer({ min: 0, max: 150 }).map<Event>((after) => ({ does: 'kill the phone', after })),
      ),
      times(
        size.silences,
        fc
          .tuple(fc.integer({ min: 50, max: 800 }), fc.boolean())
          .map<Event>(([ms, heard]) => ({ does: 'lose the network', for: ms, heard })),
      ),
      times(
        size.clocks,
        fc
          .constantFrom(-24 * hour, 0, hour, 24 * hour)
          .map<Event>((offBy) => ({ does: 'set the clock', offBy })),
      ),
      times(size.restarts, event({ does: 'restart the server' })),
      times(
        size.upgrades,
        fc
          .integer({ min: 100, max: 600 })
          .map<Event>((ms) => ({ does: 'upgrade the server', for: ms })),
      ),
      times(
        size.fillings,
        // For nothing, for words without pictures, for pictures without a video.
        fc.constantFrom(0, 5_000, 60_000).map<Event>((bytes) => ({ does: 'leave room', bytes })),
      ),
      times(size.fillings, event({ does: 'leave room', bytes: null })),
      times(size.tabs, event({ does: 'open another tab' })),
      times(
        size.bookings,
        fc.integer({ min: 0, max: 120 }).map<Event>((ms) => ({ does: 'wait', for: ms })),
      ),
    )
    .chain((kinds) => {
      const events = kinds.flat();
      return fc.shuffledSubarray(events, { minLength: events.length });
    });
  return fc.sample(fc.noBias(all), { numRuns: 1, seed })[0] ?? [];
}

const none: Fault = { is: 'none' };

/** What becomes of one request after the other. */
export function drawnFaults(count: number, seed: number): Fault[] {
  const at = fc.integer({ min: 0, max: 1_500 });
  const far = fc.integer({ min: 0, max: 300_000 });
  const words = '{"success":false,"code":"failed","error":"Something went wrong."}';
  const fault = fc.oneof(
    { weight: 12, arbitrary: fc.constant(none) },
    { weight: 2, arbitrary: at.map<Fault>((byte) => ({ is: 'request cut', at: byte })) },
    { weight: 2, arbitrary: far.map<Fault>((byte) => ({ is: 'request cut', at: byte })) },
    { weight: 3, arbitrary: at.map<Fault>((byte) => ({ is: 'answer cut', at: byte })) },
    {
      weight: 2,
      arbitrary: fc.integer({ min: 1, max: 300 }).map<Fault>((ms) => ({ is: 'slow', ms })),
    },
    { weight: 1, arbitrary: fc.constant<Fault>({ is: 'silent' }) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(
          { status: 200 } as const,
          { status: 500 } as const,
          { status: 500, words } as const,
          { status: 502 } as const,
        )
        .map<Fault>((answer) => ({ is: 'answered by another', ...answer })),
    },
  );
  return fc.sample(fc.noBias(fault), { numRuns: count, seed });
}
