import type { Locator, Page } from '@playwright/test';

/** The heading of the screen. */
export const title = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

export const navigation = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** A link of the header. */
export const link = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'New record' }).getByRole('button', { name, exact: true });

export const rowsOf = (page: Page, list: string): Locator =>
  page.getByRole('table', { name: list }).locator('tbody').getByRole('row');

export const profileBlock = (page: Page): Locator => page.getByRole('banner').getByRole('button');

interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** What an element is painted with, each part from 0 to 255. */
export async function colourOf(
  locator: Locator,
  of: 'color' | 'backgroundColor' = 'color',
): Promise<Colour> {
  // Read as painted, whatever notation the style uses.
  const [red = 0, green = 0, blue = 0] = await locator.evaluate((element, property) => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('No canvas to read a colour with.');
    canvas.fillStyle = getComputedStyle(element)[property];
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  }, of);
  return { red, green, blue };
}

export const isRed = ({ red, green, blue }: Colour): boolean => red > 2 * green && red > 2 * blue;
export const isGreen = ({ red, green, blue }: Colour): boolean => green > red && green > blue;
export const isDark = ({ red, green, blue }: Colour): boolean => Math.max(red, green, blue) < 64;
export const isWhite = ({ red, green, blue }: Colour): boolean => red + green + blue === 3 * 255;
export const isLightBlue = ({ red, green, blue }: Colour): boolean =>
  blue > green && green > red && red + green + blue > 3 * 160;
