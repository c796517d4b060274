import { Refusal } from '#server/http/refusal.ts';

/** Fewer colleagues are too few to compare with. */
const leastPeers = 8;

/** What an officer did of a signal in a zone: `hits` of `of`. */
export interface Counted {
  readonly signal: string;
  readonly role: string;
  readonly zone: string;
  readonly of: number;
  readonly hits: number;
}

/** What chance makes of a share: 95 % lie within `usual`, and at most 0.1 % above `most`. */
export interface Funnel {
  readonly usual: readonly [least: number, most: number];
  readonly most: number;
  /** The exact probabilities of more than the upper limits. */
  readonly chance: readonly [usual: number, most: number];
}

export type Compared<C = Counted> = C & { readonly funnel: Funnel | null };

/** Exact binomial limits for so many records of which each counts with the probability `share`. */
export function funnelOf(of: number, share: number): Funnel {
  /** The probability of at most so many, by their number. */
  const upTo: number[] = [];
  let log = of * Math.log1p(-share);
  let sum = 0;
  for (let hits = 0; hits <= of; hits += 1) {
    sum += Math.exp(log);
    upTo.push(sum);
    log += Math.log((of - hits) / (hits + 1)) + Math.log(share) - Math.log1p(-share);
  }
  const limitOf = (below: number) => {
    const at = upTo.findIndex((probability) => probability >= below);
    return at === -1 ? of : at;
  };
  const above = (hits: number) => Math.max(0, 1 - (upTo[hits] ?? 1));
  const [least, usual, most] = [limitOf(0.025), limitOf(0.975), limitOf(0.999)];
  return { usual: [least, usual], most, chance: [above(usual), above(most)] };
}

/**
 * Compares each count with those of the same signal, role and zone; null where own records or
 * colleagues are too few. Half a record is added, so that a share of nothing isn't taken for never.
 */
export function compare<C extends Counted>(
  counts: readonly C[],
  leastOf: (signal: string) => number,
): Compared<C>[] {
  const groupOf = ({ signal, role, zone }: C) => `${signal} ${role} ${zone}`;
  const enough = counts.filter(({ signal, of }) => of >= leastOf(signal));
  const alike = Map.groupBy(enough, groupOf);
  return counts.map((own) => {
    const group = alike.get(groupOf(own)) ?? [];
    if (!group.includes(own) || group.length <= leastPeers) return { ...own, funnel: null };
    const sum = (key: 'of' | 'hits') => group.reduce((all, one) => all + one[key], -own[key]);
    return { ...own, funnel: funnelOf(own.of, (sum('hits') + 0.5) / (sum('of') + 1)) };
  });
}

export const isOutside = ({ hits, funnel }: Compared): boolean =>
  funnel !== null && hits > funnel.most;

/** "12 of 90 tickets withdrawn; colleagues: 2 to 6 of 90." */
export function saysOf({ hits, of, funnel }: Compared, what: string): string {
  const range = funnel ? `colleagues: ${funnel.usual.join(' to ')} of ${of}` : 'too few to compare';
  return `${hits} of ${of} ${what}; ${range}.`;
}

/** What the comparisons can't say, and what became of the questions before. */
export function notesOf(
  all: readonly Compared[],
  { innocent, decided }: { readonly innocent: number; readonly decided: number },
): string[] {
  const compared = all.flatMap(({ funnel }) => (funnel ? [funnel] : []));
  const byChance = (which: 0 | 1) => {
    const sum = compared.reduce((total, { chance }) => total + chance[which], 0);
    return sum < 0.1 ? 'none' : `about ${sum < 10 ? sum.toFixed(1) : Math.round(sum)}`;
  };
  const share = Math.round((100 * innocent) / decided);
  return [
    `Hanya compares ${compared.length} figures, each with those of colleagues who have the same role in the same zone. By chance, 95 out of 100 figures are in the expected range.`,
    `By chance alone, ${byChance(0)} of these figures would be above that range, and ${byChance(1)} above the outer limit of 99.8%. Hanya asks a question about each figure above the outer limit. If there are more questions than chance explains, officers work differently. The figures do not say why.`,
    `Hanya did not compare ${all.length - compared.length} figures. In each case the officer has fewer than 30 bookings, or fewer than ${leastPeers} colleagues with the same role in the same zone.`,
    decided === 0
      ? 'No question has an outcome yet.'
      : `Of ${decided} questions with an outcome, ${innocent} had an innocent explanation (${share}%).${share > 80 ? ' That share is above 80%, so the limit raises too many questions.' : ''}`,
    'Once a question has an outcome, its records do not count towards another question. You cannot export these questions, and Hanya takes no action because of them.',
  ];
}

export const switchedOff = new Refusal(
  409,
  'switched_off',
  'Questions about records are turned off here, so Hanya does not count anything. Two state admins can turn them on.',
);

export const notReviewer = new Refusal(
  403,
  'forbidden',
  'Only people with the duty “Questions reviewer” can see questions about other people. Two state admins can give you this duty under Users.',
);

export const rowsChanged = new Refusal(
  409,
  'rows_changed',
  'These rows are no longer part of the question. Reload the page to see the latest.',
);

/** Null where an officer answers about themselves, or another writes an outcome. */
export const whyNotWritten = (kind: string, isOwn: boolean): Refusal | null =>
  (kind === 'answer') === isOwn
    ? null
    : new Refusal(
        403,
        'forbidden',
        'You can answer a question about yourself, but somebody else must decide.',
      );
