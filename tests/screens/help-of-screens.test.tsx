import { expect, test } from 'vitest';
import { helpOf } from '#web/app/pages.ts';
import { screens } from '#web/app/screens.tsx';
import { guides, sentencesOf } from '#web/features/guide/guides.ts';

const wordsOf = (sentence: string) => sentence.split(/\s+/).length;

test.each(screens.map(({ path }) => path))(
  'the screen %s is explained in four sentences of 20 words at most',
  async (path) => {
    const sentences = sentencesOf(await helpOf(path));
    expect(sentences).toHaveLength(4);
    for (const sentence of sentences) expect(wordsOf(sentence), sentence).toBeLessThanOrEqual(20);
  },
);

test('the guide of each role fits one sheet: ten steps at most, and short sentences', () => {
  for (const { steps, never, ask } of Object.values(guides)) {
    expect(sentencesOf(steps).length).toBeLessThanOrEqual(10);
    for (const sentence of sentencesOf(`${steps} ${never} ${ask}`))
      expect(wordsOf(sentence), sentence).toBeLessThanOrEqual(25);
  }
});
