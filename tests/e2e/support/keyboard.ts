import { expect, type Locator, type Page } from '@playwright/test';

/** No screen has more stops. */
const mostStops = 320;

/** The problem with how the focus is shown: '' for none, null when nothing has the focus. */
function focusProblem(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const words = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
    const name = `${element.tagName.toLowerCase()} “${words}”`;

    function isRinged(one: Element | null | undefined, part?: string): boolean {
      if (!one) return false;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one, part);
      const seen = !/rgba\(.*, 0\)|transparent/.test(outlineColor);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && seen;
    }

    /** What lies over the element, at its top, middle or foot. */
    function cover(of: Element): string {
      const { left, right, top, bottom, height } = of.getBoundingClientRect();
      const x = Math.min(Math.max((left + right) / 2, 0), innerWidth - 1);
      const edge = Math.min(4, height / 4);
      const places = [top + edge, (top + bottom) / 2, bottom - edge];
      const inWindow = places.filter((y) => y >= 0 && y < innerHeight);
      if (inWindow.length === 0) return 'the edge of the window';
      for (const y of inWindow) {
        const hit = document.elementFromPoint(x, y);
        // A toast closes by itself, and the specification wants it there.
        if (hit?.closest('.Toastify')) continue;
        const own = hit !== null && (of.contains(hit) || hit.contains(of));
        if (!own) return hit ? `${hit.tagName.toLowerCase()}.${hit.className}` : 'nothing to hit';
      }
      return '';
    }

    // A ring is drawn by the element, by a part of it, or by the box of the field it stands in.
    const box = element.parentElement;
    const ringed =
      isRinged(element) ||
      ['::before', '::after'].some((part) => isRinged(element, part)) ||
      isRinged(box) ||
      isRinged(box?.parentElement);
    if (!ringed) return `${name} has no ring`;
    const { width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2) return `${name} is too small to be seen`;
    // What comes with the focus, such as the skip link, may need a frame to come.
    for (let frame = 0; frame < 10 && cover(element) !== ''; frame += 1) {
      await new Promise(requestAnimationFrame);
    }
    const over = cover(element);
    return over === '' ? '' : `${name} is under ${over}`;
  });
}

/** Presses Tab until the target has the focus; at every stop on the way the focus must show. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    expect((await focusProblem(page)) ?? '').toBe('');
  }
  throw new Error(`${mostStops} times ${key} did not lead to ${target.toString()}.`);
}

/** Goes to a control and presses it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to a field and types into it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.insertText(text);
}

/** Goes to a select and chooses by its first letters. */
export async function choose(page: Page, target: Locator, option: string | RegExp): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ArrowDown');
  const wanted = page.getByRole('option', { name: option });
  await expect(wanted).toBeVisible();
  for (let step = 0; step < mostStops; step += 1) {
    const current = page.locator('[role=option][data-combobox-selected]');
    if ((await current.count()) > 0 && (await wanted.getAttribute('data-combobox-selected'))) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(wanted).toBeHidden();
}

/** Every problem of the focus on the way through all stops of a screen, and how many there are. */
export async function walkStops(page: Page): Promise<{ stops: number; problems: string[] }> {
  const problems: string[] = [];
  for (let stops = 0; stops < mostStops; stops += 1) {
    await page.keyboard.press('Tab');
    const problem = await focusProblem(page);
    if (problem === null) return { stops, problems };
    if (problem !== '') problems.push(problem);
  }
  throw new Error(`The focus did not come to the end of the page in ${mostStops} stops.`);
}
