import { expect, type Page } from '@playwright/test';

/** Waits until some draft on the device holds these words. */
export async function isKept(page: Page, words: string): Promise<void> {
  const holds = () =>
    page.evaluate(async (sought) => {
      const answer = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(new Error('The device store could not be read.'));
        });
      const kept: unknown[] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        if (!name.startsWith('hanya ')) continue;
        const database = await answer(indexedDB.open(name));
        const store = database.transaction('kept').objectStore('kept');
        kept.push(await answer(store.getAll()));
        database.close();
      }
      return JSON.stringify(kept).includes(sought);
    }, words);
  await expect.poll(holds).toBe(true);
}
