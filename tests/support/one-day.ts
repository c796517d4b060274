import { beforeEach } from 'vitest';
import { awayFromMidnight } from './away-from-midnight.ts';

/** Milliseconds; longer than midnight is ever waited for. */
const atMost = 60_000;

beforeEach(() => awayFromMidnight(), atMost);
