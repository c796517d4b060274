/** True where somebody was signed in on this device before; nothing of them is read. */
export async function peopleWereHere(): Promise<boolean> {
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === 'hanya people');
}
