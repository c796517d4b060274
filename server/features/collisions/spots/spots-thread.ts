import { type Crash, spotsOf } from './rules.ts';
import { weekOf } from './week.ts';

interface Order {
  readonly crashes: readonly Crash[];
  readonly asked: Parameters<typeof spotsOf>[1];
}

/** Where and when collisions lie close, found in a thread so that the server goes on answering. */
export default function analysed({ crashes, asked }: Order) {
  return { ...spotsOf(crashes, asked), week: weekOf(crashes) };
}
