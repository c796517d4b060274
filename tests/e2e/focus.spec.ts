import type { Page } from '@playwright/test';
import { walkStops } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

/** The main screens, each with what shows that its content is there. */
const screens = [
  { path: '/', is: 'Base' },
  { path: '/map', is: 'Live Map' },
  { path: '/unpaid', is: 'Unpaid Bookings' },
  { path: '/completed', is: 'Completed Bookings' },
  { path: '/collisions', is: 'Accidents' },
  { path: '/report', is: 'Reports Overview' },
  { path: '/exceptions', is: 'Payment exceptions' },
  { path: '/reconciliation', is: 'Reconciliation' },
  { path: '/reconciliation?show=differences', is: 'Reconciliation' },
  { path: '/fees', is: 'Fees' },
  { path: '/withdrawals', is: 'Withdrawals by officer' },
  { path: '/admin', is: 'Users' },
  { path: '/profile', is: 'Account Settings' },
] as const;

/** A grid of figures, a list with its filters, a page of forms, and a table that is changed. */
const main = ['/', '/unpaid', '/profile', '/fees'];
const sweeps = [
  { on: 'the main screens', some: screens.filter(({ path }) => isMain(path)), tag: [] },
  { on: 'every other screen', some: screens.filter(({ path }) => !isMain(path)), tag: '@night' },
];

function isMain(path: string): boolean {
  return main.includes(path);
}

/** Opens these screens in turn, as a link inside the product does: the page is loaded only once. */
async function onEachScreen(
  page: Page,
  look: (path: string) => Promise<void>,
  some: readonly (typeof screens)[number][] = screens,
): Promise<void> {
  await page.goto('/');
  for (const { path, is } of some) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await hasOpened(page, is);
    await look(path);
  }
}

async function hasOpened(page: Page, is: string): Promise<void> {
  await expect(page).toHaveTitle(`${is}, Hanya`);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

for (const { on, some, tag } of sweeps) {
  test(
    `on ${on} the focus shows at every stop of Tab, and nothing lies over it`,
    { tag },
    async ({ page, signIn }) => {
      await signIn('state admin');
      const problems: string[] = [];
      for (const screen of some) {
        // Loaded anew, so that Tab begins at the top.
        await page.goto(screen.path);
        await hasOpened(page, screen.is);
        const walked = await walkStops(page);
        expect(walked.stops, screen.path).toBeGreaterThan(10);
        problems.push(...walked.problems.map((problem) => `${screen.path}: ${problem}`));
      }
      expect(problems.join('\n')).toBe('');
    },
  );

  test(`on ${on} who asks for less motion gets none`, { tag }, async ({ page, signIn }) => {
    await signIn('state admin');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const moving: string[] = [];
    const look = async (path: string) => {
      moving.push(...(await motions(page)).map((motion) => `${path}: ${motion}`));
    };
    await onEachScreen(page, look, some);
    expect(moving.join('\n')).toBe('');
  });
}

/** Elements whose animations or transitions last longer than a millisecond. */
function motions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seconds = (durations: string) =>
      Math.max(
        ...durations
          .split(',')
          .map((one) => parseFloat(one) * (one.trim().endsWith('ms') ? 0.001 : 1)),
      );
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((part) => {
        const style = getComputedStyle(element, part);
        const animated = style.animationName !== 'none' && seconds(style.animationDuration) > 0.001;
        const slides =
          style.transitionProperty !== 'none' && seconds(style.transitionDuration) > 0.001;
        return animated || slides ? [`${element.tagName} ${element.className}${part ?? ''}`] : [];
      }),
    );
  });
}

for (const { when, width, letters } of [
  { when: 'at 320 pixels', width: 320, letters: 16 },
  { when: 'with letters twice as large on a phone', width: 390, letters: 32 },
  { when: 'with letters twice as large at a desk', width: 1440, letters: 32 },
]) {
  test(
    `${when} no screen scrolls sideways or cuts words off`,
    { tag: width === 390 ? [] : '@night' },
    async ({ page, signIn, house }) => {
      // Every list has something to show.
      await house.records();
      await signIn('state admin');
      await page.setViewportSize({ width, height: 800 });
      // The font size that a person sets in the browser.
      const browser = await page.context().newCDPSession(page);
      await browser.send('Page.setFontSizes', { fontSizes: { standard: letters } });
      const lost: string[] = [];
      await onEachScreen(page, async (path) => {
        lost.push(...(await losses(page)).map((loss) => `${path}: ${loss}`));
      });
      expect(lost.join('\n')).toBe('');
    },
  );
}

/** Content that only sideways scrolling of the page would show, and words that a box cuts off. */
function losses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const wide = scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide`] : [];

    /** The content of an element that scrolls by itself, such as a table, can be reached. */
    function scrolls(element: Element): boolean {
      for (let box = element.parentElement; box; box = box.parentElement) {
        if (/auto|scroll|hidden/.test(getComputedStyle(box).overflowX)) return true;
      }
      return false;
    }

    const lost = [...document.querySelectorAll('main *, header *')].flatMap((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const { overflowX, textOverflow, clipPath, visibility } = style;
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      // Text for screen readers alone is clipped to a point.
      const clip = style.getPropertyValue('clip');
      const heard = clip !== 'auto' || clipPath !== 'none' || width <= 2 || height <= 2;
      if (!own || heard || visibility !== 'visible') return [];
      const words = element.textContent.trim().slice(0, 40);
      if (!scrolls(element) && (right > innerWidth + 1 || left < -1))
        return [`“${words}” is outside`];
      const cut =
        overflowX !== 'visible' &&
        textOverflow !== 'ellipsis' &&
        (element.scrollWidth > element.clientWidth + 1 ||
          element.scrollHeight > element.clientHeight + 3);
      return cut ? [`“${words}” is cut off`] : [];
    });
    return [...wide, ...lost];
  });
}
