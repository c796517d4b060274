import type { Locator, Page } from '@playwright/test';
import type { Client } from '../../support/client.ts';
import { booked } from '../../support/journey.ts';

export const rowsOf = (page: Page): Locator =>
  page.getByRole('table').locator('tbody').getByRole('row');
export const chips = (page: Page): Locator => page.getByRole('group', { name: 'Filters' });
export const chip = (page: Page, name: string | RegExp): Locator =>
  chips(page).getByRole('button', { name });
export const count = (page: Page, words: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${words}$`) });

/** Names that nobody else has. */
const names = (function* () {
  for (let number = 10; ; number += 1) yield `Yakubu Q${number}`;
})();

export interface Made {
  name: string;
  plates: string[];
}

/** Books twelve times for one driver: six in Zaria, six in Sabon Gari, at two prices. */
export async function bookTwelve(client: Client): Promise<Made> {
  const name = names.next().value;
  const plates: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    const registration = `YKB-${200 + number}AA`;
    plates.push(registration);
    await booked(client, {
      name,
      registration,
      zone: number < 6 ? 'Zaria' : 'Sabon Gari',
      vehicleType: number % 2 === 0 ? 'Private' : 'Commercial',
      offence: [{ id: number < 3 ? 'LGC-03' : 'LGC-01' }],
    });
  }
  return { name, plates };
}

export const columnsOf = (page: Page) => page.getByRole('columnheader').allTextContents();
export const platesOf = async (page: Page) => {
  const texts = await rowsOf(page).allTextContents();
  return texts.map((text) => /YKB-\d+AA/.exec(text)?.[0]);
};
