import { z } from 'zod';
import {
  beBrowser,
  chosenFile,
  isShortOfRoom,
  keepOnDisk,
  setClock,
  setRoom,
} from './device-in-node.ts';
import type { Order, Said } from './phone.ts';

// One life of a phone, in a process of its own that can be killed at any moment: the product's own
// store and sender, with a disk that survives it.
const [origin = '', disk = '', userId = '', token = '', offBy = '0', room = 'null'] =
  process.argv.slice(2);
const say = (said: Said) => void process.send?.(said);

const page = beBrowser(origin);
setClock(Number(offBy));
const { setToken } = await import('#web/api/call.ts');
const { noteLastUser } = await import('#web/device/last-user.ts');
const { deviceKeys, readFromDevice, saveOnDevice } = await import('#web/device/device-store.ts');
const { storeAndSend } = await import('#web/sending/first-attempt.ts');
const { listen, readOutbox } = await import('#web/sending/outbox.ts');
const { keepSending } = await import('#web/sending/sender.ts');

await keepOnDisk(disk, (key, value) => saveOnDevice(userId, key, value));
setRoom(room === 'null' ? null : Number(room));
setToken(token);
noteLastUser(userId);

/** What stays in its form, since there was no room to store it. */
const inForms = new Set<Extract<Order, { do: 'make' }>>();

const draftSchema = z.custom<Extract<Order, { do: 'make' }>>();

/** As a form does it: what is typed is a draft, until it is stored to be sent. */
async function make(order: Extract<Order, { do: 'make' }>): Promise<void> {
  const { made, files } = order;
  const draft = `draft ${made._id}`;
  if (await saveOnDevice(userId, draft, order)) say({ is: 'draft', id: made._id });
  const chosen = files.map(({ field, path, name, type }) => ({
    name: field,
    file: chosenFile(path, name, type),
  }));
  const attempt = await storeAndSend(userId, { ...made, files: chosen }, [draft]);
  if (attempt.is === 'stored' || attempt.is === 'received') say({ is: 'stored', id: made._id });
  // What the server can't take at the moment is back in the form, and waits as well.
  else if (attempt.is === 'refused' && attempt.failure.code === 'later')
    say({ is: 'stored', id: made._id });
  else if (attempt.is === 'not stored' && attempt.words.includes('no space')) submitLater(order);
  else say({ is: 'not stored', id: made._id, words: JSON.stringify(attempt) });
}

function submitLater(order: Extract<Order, { do: 'make' }>): void {
  if (isShortOfRoom()) inForms.add(order);
  else void make(order);
}

/** Its officer deletes a few pictures of their own, and submits again. */
function leaveRoom(bytes: number | null): void {
  setRoom(bytes);
  if (bytes !== null) return;
  for (const order of inForms) void make(order);
  inForms.clear();
}

async function tellWhatWaits(): Promise<void> {
  // In this order: what is stored meanwhile is counted at least once.
  const drafts = await deviceKeys(userId, 'draft ');
  const outbox = await readOutbox(userId);
  if (outbox)
    say({
      is: 'waiting',
      count: outbox.records.length + outbox.unknown.length + drafts.length + inForms.size,
      words: outbox.records.map(({ label, answer }) => `${label}: ${String(answer)}`),
    });
}

// Node's fetch throws this past whoever waits for it when a body is cut off; no browser does.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_INVALID_STATE' && error.stack?.includes('deps/undici') === true) return;
  console.error(error);
  process.exit(1);
});
// Without its officer there is no phone.
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  if (order.do === 'make') void make(order);
  if (order.do === 'set clock') setClock(order.offBy);
  if (order.do === 'leave room') leaveRoom(order.bytes);
  if (order.do === 'hear of a network') page.dispatchEvent(new Event('online'));
  if (order.do === 'open another tab') keepSending(userId);
  if (order.do === 'tell what waits') void tellWhatWaits();
});

listen(userId, ({ is }) => {
  if (is === 'changed') void tellWhatWaits();
});
keepSending(userId);
// A form that is opened again offers what was typed before the phone died.
for (const key of await deviceKeys(userId, 'draft ')) {
  const order = await readFromDevice(userId, key, draftSchema);
  if (order) void make(order);
}
say({ is: 'on' });
