import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The measures of one process; those of all are added up, unless one says so. */
export const registry = new Registry();

/** Figures of one process as they travel to another. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export const ownFigures = (): Promise<Figures> => registry.getMetricsAsJSON();

/** Gauges that are called like counters: the same figures stand under names by kind. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

let measuring = false;

/** Begins to measure memory, processor and the event loop, once in a process. */
export function measureProcess(): void {
  if (measuring) return;
  measuring = true;
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
}

export const requestSeconds = new Histogram({
  name: 'hanya_request_seconds',
  help: 'How long calls took, by address pattern',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [registry],
});

export const poolWaitSeconds = new Histogram({
  name: 'hanya_pool_wait_seconds',
  help: 'How long queries waited for a connection, by pool',
  labelNames: ['pool'],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 10],
  registers: [registry],
});

type Labels = Readonly<Record<string, string>>;

/** A figure that is read whenever it is asked for, in place of an earlier one of the same name. */
export function gauge(
  { name, help, labels = [], over = 'sum' }: GaugeOf,
  read: () => Iterable<readonly [Labels, number]>,
): void {
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    aggregator: over,
    registers: [registry],
    collect() {
      this.reset();
      for (const [of, value] of read()) this.set(of, value);
    },
  });
}

interface GaugeOf {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** The way in which the figures of several processes become one. */
  readonly over?: 'sum' | 'max';
}

/** The figures of all processes, of which some have ended. */
export interface FiguresOfAll {
  readonly figures: readonly Figures[];
  /** The number of processes that have just answered. */
  readonly answering: number;
}

/** The last figures of a server's processes, by their ids. */
export interface ToldFigures {
  tell(id: number, figures: Figures): void;
  end(id: number): void;
  all(): Promise<Figures[]>;
}

/**
 * Keeps the last figures of each process. A process that is silent for once keeps its own, and one
 * that ended keeps its counts. Prometheus takes a falling sum for a server that began anew. Gauges
 * of an ended process, such as memory, go with it.
 */
export function keepFigures(): ToldFigures {
  const latest = new Map<number, Figures>();
  let ofEnded: Promise<Figures> = Promise.resolve([]);
  return {
    tell: (id, figures) => void latest.set(id, figures),
    end(id) {
      const counted = (latest.get(id) ?? []).filter(({ type }) => String(type) !== 'gauge');
      latest.delete(id);
      ofEnded = ofEnded.then((before) =>
        AggregatorRegistry.aggregate([before, counted]).getMetricsAsJSON(),
      );
    },
    async all() {
      const running = [...latest.values()];
      return [await ofEnded, ...running];
    },
  };
}

/** The figures of all processes as Prometheus reads them. */
export const inProse = (figures: readonly Figures[]): Promise<string> =>
  AggregatorRegistry.aggregate([...figures]).metrics();

/** A figure of the whole installation. */
export interface Measured {
  readonly name: string;
  readonly help: string;
  readonly values: readonly (readonly [Labels, number])[];
}

/** Figures of the whole installation, whichever process read them, as Prometheus reads them. */
export function measuredInProse(measured: readonly Measured[]): Promise<string> {
  const whole = new Registry();
  for (const { name, help, values } of measured) {
    const labelNames = Object.keys(values[0]?.[0] ?? {});
    const one = new Gauge({ name, help, labelNames, registers: [whole] });
    for (const [labels, value] of values) one.set(labels, value);
  }
  return whole.metrics();
}
