/**
 * Scripts use these and the oldest browsers lack them; `npm run check` allows bundles no others.
 */
export const filledIn: readonly string[] = [
  'Promise.withResolvers',
  'AbortSignal.any',
  'URL.canParse',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
];

/** Writes into these globals, those of a page by default, what of it they lack. */
export function fillIn(into: Pick<typeof globalThis, 'Promise' | 'AbortSignal' | 'URL' | 'Array'>) {
  add(into.Promise, 'withResolvers', withResolvers);
  add(into.AbortSignal, 'any', any);
  add(into.URL, 'canParse', canParse);
  add(into.Array.prototype, 'toReversed', toReversed);
  add(into.Array.prototype, 'toSorted', toSorted);
  add(into.Array.prototype, 'toSpliced', toSpliced);
}

function add(to: object, name: string, value: unknown): void {
  if (name in to) return;
  Object.defineProperty(to, name, { value, writable: true, configurable: true });
}

function withResolvers(this: PromiseConstructor) {
  const made = {} as PromiseWithResolvers<unknown>;
  made.promise = new this((resolve, reject) => {
    made.resolve = resolve;
    made.reject = reject;
  });
  return made;
}

/** Aborted with the reason of the first of these signals that is. */
function any(signals: Iterable<AbortSignal>): AbortSignal {
  const either = new AbortController();
  const all = Array.from(signals);
  const end = (event: Event) => abortBy(event.target as AbortSignal);
  const abortBy = ({ reason }: AbortSignal) => {
    all.forEach((signal) => signal.removeEventListener('abort', end));
    either.abort(reason);
  };
  const ended = all.find(({ aborted }) => aborted);
  if (ended) either.abort(ended.reason);
  else all.forEach((signal) => signal.addEventListener('abort', end));
  return either.signal;
}

function canParse(address: string | URL, base?: string | URL): boolean {
  try {
    return new URL(address, base).href !== '';
  } catch {
    return false;
  }
}

function toReversed(this: unknown[]) {
  return Array.from(this).reverse();
}

function toSorted(this: unknown[], compare?: (a: unknown, b: unknown) => number) {
  return Array.from(this).sort(compare);
}

function toSpliced(this: unknown[], ...given: unknown[]) {
  const copy = Array.from(this);
  Array.prototype.splice.apply(copy, given as [number, number, ...unknown[]]);
  return copy;
}
