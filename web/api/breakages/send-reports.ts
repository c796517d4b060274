import { breakagePath } from '#contract/breakage-words.ts';

/**
 * Sends reports, each as JSON, as the holder of the token or as nobody. False if they should be sent
 * again later. It goes past `call`, which
 * needs schemas, tells the screens of failures and counts as waiting.
 */
export async function sendReports(
  reports: readonly string[],
  token: string | null,
): Promise<boolean> {
  try {
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
