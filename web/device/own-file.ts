/** Reads a file of the page itself, from our own host or this device; null where it can't be read. */
export async function readOwnFile<Content>(address: string): Promise<Content | null> {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
    return (await answer.json()) as Content;
  } catch (error) {
    console.warn('One of this page’s files could not be read.', error);
    return null;
  }
}
