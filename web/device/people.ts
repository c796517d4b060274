import { deviceKeys, removeFromDevice, saveOnDevice } from './device-store.ts';

/** A database beside those of the users, which holds their names and addresses alone. */
export const everybody = 'people';
export const personKey = 'person ';

/** Remembers whose device it is, so that somebody else is told whose records wait. */
export async function notePerson(id: string, name: string, email: string): Promise<void> {
  await saveOnDevice(everybody, personKey + id, { name, email });
}

/** Forgets a person of whom nothing waits here. */
export async function forgetPerson(id: string): Promise<void> {
  if ((await waitingOf(id)) === 0) await removeFromDevice(everybody, personKey + id);
}

/** Counts the records of a user that wait on this device to be sent. */
export async function waitingOf(userId: string): Promise<number> {
  return (await deviceKeys(userId, 'waiting ')).length;
}
