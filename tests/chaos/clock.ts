import { readFileSync } from 'node:fs';

// Loaded before a process of the product: its clock is off by the milliseconds that a file says.
// What runs by itself, such as timers, knows nothing of it, as when somebody sets a machine's clock.
const file = process.env['CHAOS_CLOCK'] ?? '';
const rightNow = Date.now;
let offBy = 0;

function look(): void {
  try {
    offBy = Number(readFileSync(file, 'utf8'));
  } catch {
    offBy = 0;
  }
}
look();
setInterval(look, 50).unref();

const now = () => rightNow() + offBy;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, asked) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, asked) as Date,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
