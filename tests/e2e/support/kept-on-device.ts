import { expect, type Page } from '@playwright/test';

/** The names of what this device keeps for the people who use it, and all of it as JSON. */
export const keptOnDevice = (page: Page): Promise<{ keys: string[]; json: string }> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('The device store could not be read.'));
      });
    const keys: string[] = [];
    const values: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('hanya ')) continue;
      const database = await answer(indexedDB.open(name));
      const store = database.transaction('kept').objectStore('kept');
      const [found, all]: [IDBValidKey[], unknown[]] = await Promise.all([
        answer(store.getAllKeys()),
        answer(store.getAll()),
      ]);
      keys.push(...found.map(String));
      values.push(...all);
      database.close();
    }
    return { keys, json: JSON.stringify(values) };
  });

/** Waits until a draft stored on the device holds these words. */
export async function isKept(page: Page, words: string): Promise<void> {
  await expect.poll(async () => (await keptOnDevice(page)).json).toContain(words);
}
