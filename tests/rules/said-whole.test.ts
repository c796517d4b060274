import { expect, test } from 'vitest';
import { sayIn } from '#contract/speaking.ts';

const say = sayIn({
  language: 'ha',
  plural: 'nplurals=2; plural=(n != 1);',
  isConfirmed: true,
  sentences: {
    '{subject} is not a {kind}, but {name}. {advice}.': [
      '{subject} ba {kind} ba ne, {name} ne. {advice}.',
    ],
    'a {format} picture': ['hoton {format}'],
    picture: ['hoto'],
    'Send JPEG, PNG or WebP': ['Ku aika JPEG, PNG ko WebP'],
    '{items} and {last}': ['{items} da {last}'],
    'arrived {moment}': ['ya iso {moment}'],
  },
});

test('a sentence that begins with a name is recognised, and its codes and days stay', () => {
  expect(say('scene.heic is not a picture, but a HEIC picture. Send JPEG, PNG or WebP.')).toBe(
    'scene.heic ba hoto ba ne, hoton HEIC ne. Ku aika JPEG, PNG ko WebP.',
  );
  expect(say('arrived 2026-11-20 18:52')).toBe('ya iso 2026-11-20 18:52');
});

test('what is no sentence, and names what no catalogue knows, stays as it is', () => {
  expect(say('Sani and Sons')).toBe('Sani and Sons');
  expect(say('Toyota is white.')).toBe('Toyota is white.');
});
