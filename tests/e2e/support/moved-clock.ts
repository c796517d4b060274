import type { BrowserContext } from '@playwright/test';

/** Seconds; see scripts/dates.mjs, whose clock Chromium itself can't live under. */
const aheadBy = Number(process.env['FAKETIME'] ?? 0);

/** The context's pages see the clock that the server and this process see. */
export async function moveClock(context: BrowserContext): Promise<BrowserContext> {
  if (aheadBy !== 0) await context.addInitScript(move, aheadBy * 1_000);
  return context;
}

function move(offBy: number): void {
  const rightNow = Date.now;
  const now = () => rightNow() + offBy;
  globalThis.Date = new Proxy(Date, {
    apply: (target) => new target(now()).toString(),
    construct: (target, given, asked) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, asked) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
