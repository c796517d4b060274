import { expect, type Page } from '@playwright/test';

/** Waits until a draft stored on the device holds these words. */
export async function isKept(page: Page, words: string): Promise<void> {
  const holds = () =>
    page.evaluate(async (wanted) => {
      const answer = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(new Error('The device store could not be read.'));
        });
      const drafts: unknown[] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        if (!name.startsWith('hanya ')) continue;
        const database = await answer(indexedDB.open(name));
        const store = database.transaction('kept').objectStore('kept');
        drafts.push(await answer(store.getAll()));
        database.close();
      }
      return JSON.stringify(drafts).includes(wanted);
    }, words);
  await expect.poll(holds).toBe(true);
}
