import { onTestFinished } from 'vitest';

/** Has the browser say, until the test ends, by which type of line it is connected. */
export function onLine(type: 'cellular' | 'wifi'): void {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { type } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
}
