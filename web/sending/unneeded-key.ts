import { forgetUnneededKey } from '#web/device/keys/device-key.ts';
import { readOutbox } from './outbox.ts';

/**
 * Forgets the key with which this device signs for somebody who signs out: whoever has the phone next
 * could sign with it. While anything waits it is kept, since a file of records is signed with it.
 */
export const forgetKeyUnlessWaiting = (userId: string): Promise<void> =>
  forgetUnneededKey(userId, async () => {
    const outbox = await readOutbox(userId);
    return outbox === null || outbox.records.length + outbox.unknown.length > 0;
  });
