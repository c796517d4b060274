/** Tests change these while the gateway runs, to see how the product takes it. */
export interface SandboxFaults {
  /** Every request is answered with 503, and none is looked at. */
  down?: boolean;
  /** Every request is answered with 429, and none is looked at. */
  busy?: boolean;
  /** Milliseconds that every answer waits. */
  delayMs?: number;
  /** After the work was done, an answer waits for this promise. */
  held?: Promise<unknown> | undefined;
  /** Every call is answered with 500, or with 503 as a proxy does, after the work was done. */
  fail?: boolean | 503;
  /** Kobo added to the first item of every bill in answers. */
  amountOffBy?: number;
  /** Answers name another reference than the bill's own. */
  wrongReference?: boolean;
  /** Answers give every bill this state, paid or not. */
  payStatus?: string;
  /** Paying a bill that is paid already takes the money again, under a new receipt. */
  payAgain?: boolean;
  /** The share of notices that are dropped, 0 to 1, drawn from `seed`. */
  dropNotices?: number;
  /** The same seed drops the same notices. */
  seed?: number;
  /** Every notice is sent twice, byte for byte the same. */
  noticesTwice?: boolean;
  /** Milliseconds that a notice waits before it is sent. */
  noticesLateMs?: number;
  /** So many notices are held back and then sent in reverse order. */
  noticesOutOfOrder?: number;
  /** Notices are signed with a key that is not ours. */
  noticesForged?: boolean;
}

/** Pseudorandom numbers from 0 up to 1 (mulberry32): the same for the same seed. */
export function drawsFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
