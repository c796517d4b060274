import { expect, test } from 'vitest';
import { asOnePrintView } from '#web/modules/after-ticket/papers/many-tickets.ts';

const page = (style: string, words: string) =>
  `<head><link href="/papers/${style}"></head><main><p>Print</p><article class="roll">${words}</article></main>`;

test('several tickets are one page in their order, as long as the longest of them', () => {
  const pages = [
    page('80mm-140.css', 'One $1'),
    page('80mm-210.css', 'Two'),
    page('80mm-90.css', 'Three'),
  ];
  expect(asOnePrintView(pages)).toBe(
    '<head><link href="/papers/80mm-210.css"></head><main><p>Print</p>' +
      '<article class="roll">One $1</article><article class="roll">Two</article><article class="roll">Three</article></main>',
  );
});
