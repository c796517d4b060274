import { beforeEach } from 'vitest';
import { awayFromMidnight } from './away-from-midnight.ts';

beforeEach(() => awayFromMidnight());
