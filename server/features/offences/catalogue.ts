import { type Offence, offenceGroupSchema } from '#contract/offences.ts';
import entries from './catalogue.json' with { type: 'json' };

/** Charges that a booking may hold several times, once for each day of storage. */
const perDay: ReadonlySet<string> = new Set(['SCC-01', 'SCC-02', 'SCC-03', 'SCC-04']);

/** Every offence with its fee in naira, in the order of the groups. */
export const catalogue: readonly Offence[] = Object.freeze(
  entries.map((entry) => {
    const group = offenceGroupSchema.parse(entry.id.slice(0, 3));
    return Object.freeze({ ...entry, group, perDay: perDay.has(entry.id) });
  }),
);
