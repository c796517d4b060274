import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { type Figures, inProse, keepFigures } from '#server/process/metrics.ts';

/** What a process tells that answered so many calls and holds so much memory. */
function figuresOf(calls: number, memory: number): Promise<Figures> {
  const registers = [new Registry()];
  new Counter({ name: 'calls', help: 'calls', registers }).inc(calls);
  new Gauge({ name: 'memory', help: 'memory', registers }).set(memory);
  const seconds = new Histogram({ name: 'seconds', help: 's', buckets: [1], registers });
  for (let call = 0; call < calls; call += 1) seconds.observe(0.5);
  return registers[0]?.getMetricsAsJSON() ?? Promise.resolve([]);
}

const linesOf = async (figures: readonly Figures[]): Promise<string[]> =>
  (await inProse(figures))
    .split('\n')
    .filter((line) => /^(calls|memory|seconds_count) /.test(line))
    .sort();

test('what an ended process counted goes on counting, and what it had is gone', async () => {
  const kept = keepFigures();
  kept.tell(1, await figuresOf(500, 100));
  kept.tell(2, await figuresOf(400, 90));
  expect(await linesOf(await kept.all())).toEqual(['calls 900', 'memory 190', 'seconds_count 900']);
  kept.end(1);
  expect(await linesOf(await kept.all())).toEqual(['calls 900', 'memory 90', 'seconds_count 900']);
  kept.tell(3, await figuresOf(5, 70));
  kept.end(2);
  expect(await linesOf(await kept.all())).toEqual(['calls 905', 'memory 70', 'seconds_count 905']);
});

test('a process that ends without having told anything takes nothing away', async () => {
  const kept = keepFigures();
  kept.tell(1, await figuresOf(7, 10));
  kept.end(2);
  expect(await linesOf(await kept.all())).toEqual(['calls 7', 'memory 10', 'seconds_count 7']);
});
