import { breakagePath } from '#contract/breakage-words.ts';
import { storageKeys } from '#web/device/storage-keys.ts';

/**
 * Sends reports, each as JSON. False if they should be sent again later. It goes past `call`, which
 * needs schemas, tells the screens of failures and counts as waiting.
 */
export async function sendReports(reports: readonly string[]): Promise<boolean> {
  try {
    const token = localStorage.getItem(storageKeys.token);
    const { ok, status } = await fetch(breakagePath, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: `{"reports":[${reports.join()}]}`,
      cache: 'no-store',
    });
    // What the server can't read now, it won't read later.
    return ok || [400, 404, 413, 415].includes(status);
  } catch {
    return false;
  }
}
