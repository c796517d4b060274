import type { Offence } from '#contract/offences.ts';
import { catalogue } from './catalogue.ts';

const byId: ReadonlyMap<string, Offence> = new Map(
  catalogue.map((offence) => [offence.id, offence]),
);

/** The whole catalogue, group by group; amounts are naira. */
export function listOffences(): readonly Offence[] {
  return catalogue;
}

/** The catalogue entry of an id such as LGC-01; undefined when there is none. */
export function offenceById(id: string): Offence | undefined {
  return byId.get(id);
}
