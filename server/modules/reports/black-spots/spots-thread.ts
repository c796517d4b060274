import { harmOf } from './harm.ts';
import { type Crash, spotsOf } from './rules.ts';
import { weekOf } from './week.ts';

interface Order {
  readonly crashes: readonly Crash[];
  readonly asked: Parameters<typeof spotsOf>[1];
  readonly costs: Parameters<typeof harmOf>[1];
}

/** Where and when collisions lie close, found in a thread so that the server goes on answering. */
export default function analysed({ crashes, asked, costs }: Order) {
  return { ...spotsOf(crashes, asked), ...harmOf(crashes, costs), week: weekOf(crashes) };
}
