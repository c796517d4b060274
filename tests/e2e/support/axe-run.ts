import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Scheme } from './axe-matrix.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What the other colour scheme can change: the rest of the tree stays as it is. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** What axe finds wrong on the page as it stands, one line each. */
export async function findings(page: Page, scheme: Scheme): Promise<string[]> {
  await page.evaluate(async (name) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', name);
    // Colours pass from parent to child in a transition each, however short: over some frames.
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise(requestAnimationFrame);
      if (document.getAnimations().length === 0) break;
    }
  }, scheme);
  // The product has no frames, so axe need not open a page of its own to join their findings.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  if (scheme === 'light') {
    // A menu hangs at the end of the page for as long as it is open: no landmark holds it.
    const menu = await page.getByRole('menu').filter({ visible: true }).count();
    axe.options({
      runOnly: { type: 'tag', values: tags },
      rules: {
        'target-size': { enabled: true },
        region: { enabled: menu === 0 },
        // Still an experiment of axe's: it joins two figures that stand apart.
        'label-content-name-mismatch': { enabled: false },
      },
      resultTypes: ['violations'],
    });
  } else {
    axe.options({ runOnly: { type: 'rule', values: rulesOfColour }, resultTypes: ['violations'] });
  }
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}\n  ${node.failureSummary ?? node.html}`),
  );
}
