import { readFile } from 'node:fs/promises';
import { bookTwelve, count } from './support/lists.ts';
import { expect, test } from './support/test.ts';

test(
  'the file of a list holds the rows that are shown',
  { tag: '@night' },
  async ({ page, signIn }) => {
    const { client } = await signIn('zonal head');
    const { name, plates } = await bookTwelve(client);
    await page.goto(`/unpaid?${new URLSearchParams({ search: name, zone: 'Zaria' }).toString()}`);
    await expect(count(page, '6 bookings')).toBeVisible();
    for (const [format, ending] of [
      ['CSV', 'csv'],
      ['Excel (XLSX)', 'xlsx'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: format }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${ending}$`));
      const content = await readFile(await download.path());
      if (ending === 'csv') {
        const found = plates.filter((plate) => content.toString('utf8').includes(plate));
        expect(found).toEqual(plates.slice(0, 6));
      } else {
        expect(content.subarray(0, 2).toString()).toBe('PK');
      }
    }
  },
);
