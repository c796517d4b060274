import { expect, test } from 'vitest';
import { currentPosition, notePosition } from '#web/api/position.ts';

test('the highest position that was told is kept, by its size and not by its letters', () => {
  expect(currentPosition()).toBeNull();
  notePosition(null);
  notePosition('0/FFFFFFFF');
  notePosition('nonsense');
  notePosition('0/9');
  expect(currentPosition()).toBe('0/FFFFFFFF');
  notePosition('1/0');
  notePosition('A/0');
  notePosition('9/FFFFFFFF');
  expect(currentPosition()).toBe('A/0');
});
