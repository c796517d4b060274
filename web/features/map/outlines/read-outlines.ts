import { z } from 'zod';
import address from './nigeria.json?url';

const pair = z.tuple([z.number(), z.number()]);
const outlinesSchema = z.object({
  states: z.array(z.object({ name: z.string(), polygons: z.array(z.array(z.array(pair))) })),
  /** Name, degrees east, degrees north, population. */
  towns: z.array(z.tuple([z.string(), z.number(), z.number(), z.number()])),
});
export type Outlines = z.infer<typeof outlinesSchema>;

/** Reads the outlines from our own host; without them the plain map stays empty. */
export async function readOutlines(): Promise<Outlines> {
  try {
    const answer = await fetch(address);
    return outlinesSchema.parse(await answer.json());
  } catch (error) {
    console.warn('The outlines of the plain map could not be read.', error);
    return { states: [], towns: [] };
  }
}
