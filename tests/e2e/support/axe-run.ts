import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import type { Scheme } from './axe-matrix.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules that the colour scheme can affect: for the others, one scheme is enough. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

const modal = '[aria-modal=true]';

/** The minified file, which a page takes in faster. */
const builder = createRequire(import.meta.url).resolve('@axe-core/playwright');
const axeSource = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8');

/** Transitions are off: colours passing through nested elements take dozens of frames. */
export async function holdStill(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets = [still];
  });
}

/** What axe finds wrong on the page as it stands, one line each. */
export async function findings(page: Page, scheme: Scheme): Promise<string[]> {
  await turn(page, scheme);
  // It stays on the page until another is loaded; the builder would bring it twice a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  // The product has no frames, so axe need not open a page of its own to join their findings.
  const axe = new AxeBuilder({ page, axeSource: ';' }).setLegacyMode(true);
  // What lies behind a dialog is out of reach, and is looked at where it is the place itself.
  if ((await page.locator(modal).filter({ visible: true }).count()) > 0) axe.include(modal);
  // None of these rules reads the style sheets.
  const run = { resultTypes: ['violations' as const], preload: false };
  if (scheme === 'light') {
    // A menu hangs at the end of the page for as long as it is open: no landmark holds it.
    const menu = await page.getByRole('menu').filter({ visible: true }).count();
    axe.options({
      ...run,
      runOnly: { type: 'tag', values: tags },
      rules: {
        'target-size': { enabled: true },
        region: { enabled: menu === 0 },
        'label-content-name-mismatch': { enabled: true },
      },
    });
  } else {
    axe.options({ ...run, runOnly: { type: 'rule', values: rulesOfColour } });
  }
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}\n  ${node.failureSummary ?? node.html}`),
  );
}

/** The screens follow an attribute, the pages for the public follow the device. */
async function turn(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(async (name) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', name);
    // Content appears over a few frames even without transitions.
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise(requestAnimationFrame);
      if (frame > 0 && document.getAnimations().length === 0) break;
    }
  }, scheme);
}
