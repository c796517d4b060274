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
  heading: 'Not to be relied on',
  why,
});
const open = (why: string): VerdictWords => ({
  kind: 'warn',
  heading: 'Can’t be told on this phone',
  why,
});

const doubts: Record<Clock, string | null> = {
  fits: null,
  'later than here':
    'Its time is later than the clock of this phone: one of the two clocks is wrong.',
  'before its certificate':
    'Its time is earlier than the day on which its phone was certified: the clock of that phone was wrong.',
};

/** The place of an officer, such as `Zaria`. */
export const placeOf = ({ zone, organisation }: Certificate): string =>
  zone ?? organisation ?? 'headquarters';

/**
 * The words for a verdict. `toldAt`: when this phone was told who signs tickets (milliseconds, UTC);
 * null before.
 */
export function wordsOf(verdict: Verdict, own: string | null, toldAt: number | null): VerdictWords {
  switch (verdict.is) {
    case 'no ticket':
      return { kind: 'warn', heading: 'No ticket', why: 'This is not the code of a ticket.' };
    case 'of another site':
      return notGenuine(
        `The code leads to ${verdict.site}, which is not the address of this authority.`,
      );
    case 'not signed':
      return open(
        'This code is not signed: it was typed in, or the paper is older than signed tickets. Only the authority’s server can tell.',
      );
    case 'not told':
      return open(
        'It has not been told yet who signs tickets. Open this screen once with a network.',
      );
    case 'of another organisation':
      return open(
        `The ticket says that it is of ${verdict.claim.organisation}. This phone knows the phones of ${own ?? 'other organisations'} only.`,
      );
    case 'of an unknown device':
      return open(
        `It doesn’t know the phone that signed this ticket. Either that one signs tickets only since ${toldAt === null ? 'lately' : momentOf(toldAt)}, or the ticket is forged.`,
      );
    case 'of an uncertified device':
      return notGenuine('The phone that signed this ticket has no certificate of this authority.');
    case 'altered':
      return notGenuine(
        'The code, plate, amount or time on it was changed after the ticket was signed.',
      );
    case 'of a revoked device': {
      const { by, claim, revokedAt } = verdict;
      const isBefore = claim.madeAt.getTime() < Date.parse(revokedAt);
      return doubtful(
        `It was signed by a phone of ${by.officer.name} that was taken out of use on ${momentOf(revokedAt)}. ${
          isBefore
            ? 'It says that it was made before that, which whoever has the phone can make it say.'
            : 'It was made after that.'
        }`,
      );
    }
    case 'out of its time': {
      const { exp, officer } = verdict.by;
      return doubtful(
        `The certificate of the phone of ${officer.name} that signed it ended on ${momentOf(exp * 1000)}; the ticket says that it was made after that.`,
      );
    }
    case 'genuine': {
      const { by, clock } = verdict;
      const doubt = doubts[clock];
      return {
        kind: doubt === null ? 'ok' : 'warn',
        heading: 'Genuine',
        why: by
          ? `Signed by the phone of ${by.officer.name}, ${placeOf(by)}, and not changed since.`
          : 'Printed by the authority’s server, and not changed since. The paper says which officer made it.',
        ...(doubt !== null && { doubt }),
      };
    }
  }
}
