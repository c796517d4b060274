import type { Certificate } from '#contract/modules/field-work/devices.ts';
import { momentOf } from '#web/format/time.ts';
import type { Clock, Verdict } from './verdict.ts';

/** A verdict in one word or two, and the reason. */
export interface VerdictWords {
  kind: 'ok' | 'warn' | 'bad';
  heading: string;
  why: string;
  /** A doubt about a genuine ticket. */
  doubt?: string;
}

const notGenuine = (why: string): VerdictWords => ({ kind: 'bad', heading: 'Not genuine', why });
const doubtful = (why: string): VerdictWords => ({
  kind: 'bad',
  heading: 'Do not rely on this ticket',
  why,
});
const open = (why: string): VerdictWords => ({
  kind: 'warn',
  heading: 'This device cannot check this ticket',
  why,
});

const doubts: Record<Clock, string | null> = {
  fits: null,
  'later than here':
    'The time on the ticket is later than the time on this device. One of the two clocks is wrong.',
  'before its certificate':
    'The ticket is dated before the phone that issued it was certified. That phone’s clock was wrong.',
};

/** The place of an officer, such as `Zaria`. */
export const placeOf = ({ zone, organisation }: Certificate): string =>
  zone ?? organisation ?? 'headquarters';

/**
 * The words for a verdict. `toldAt`: when this device was told who signs tickets (milliseconds, UTC);
 * null before.
 */
export function wordsOf(verdict: Verdict, own: string | null, toldAt: number | null): VerdictWords {
  switch (verdict.is) {
    case 'no ticket':
      return {
        kind: 'warn',
        heading: 'Not a ticket',
        why: 'This code does not belong to a ticket.',
      };
    case 'of another site':
      return notGenuine(`The code opens ${verdict.site}, which is not this authority’s address.`);
    case 'not signed':
      return open(
        'This code is not signed. Either somebody typed it, or the ticket was printed before Hanya began to sign tickets. Only the authority’s server can check it.',
      );
    case 'not told':
      return open(
        'This device does not yet know who signs tickets. Open this screen while you have a network.',
      );
    case 'of another organisation':
      return open(
        `The ticket says that ${verdict.claim.organisation} issued it. This device can only check tickets from ${own ?? 'other organisations'}.`,
      );
    case 'of an unknown device':
      return open(
        `This device does not know the phone that signed this ticket. Either that phone started to sign tickets ${toldAt === null ? 'recently' : `after ${momentOf(toldAt)}`}, or the ticket is forged.`,
      );
    case 'of an uncertified device':
      return notGenuine(
        'The phone that signed this ticket has no certificate from this authority.',
      );
    case 'altered':
      return notGenuine(
        'Somebody changed the code, plate, amount or time after the ticket was signed.',
      );
    case 'of a revoked device': {
      const { by, claim, revokedAt } = verdict;
      const isBefore = claim.madeAt.getTime() < Date.parse(revokedAt);
      return doubtful(
        `${by.officer.name}’s phone signed this ticket. The phone was taken out of use on ${momentOf(revokedAt)}. ${
          isBefore
            ? 'The ticket shows an earlier time, but anyone who has the phone can fake that.'
            : 'The ticket was issued after that date.'
        }`,
      );
    }
    case 'out of its time': {
      const { exp, officer } = verdict.by;
      return doubtful(
        `${officer.name}’s phone signed this ticket. The phone’s certificate ended on ${momentOf(exp * 1000)}, and the ticket shows a later time.`,
      );
    }
    case 'genuine': {
      const { by, clock } = verdict;
      const doubt = doubts[clock];
      return {
        kind: doubt === null ? 'ok' : 'warn',
        heading: 'Genuine',
        why: by
          ? `The phone of ${by.officer.name}, ${placeOf(by)}, signed this ticket. Nobody has changed the ticket since.`
          : 'The authority’s server printed this ticket. Nobody has changed the ticket since. The paper shows which officer issued it.',
        ...(doubt !== null && { doubt }),
      };
    }
  }
}
