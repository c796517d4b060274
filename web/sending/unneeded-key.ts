import { forgetUnneededKey } from '#web/device/keys/device-key.ts';
import { readOutbox } from './outbox.ts';

/**
 * Forgets the signing key of somebody who signs out: the phone's next user could sign with it. It
 * stays while records wait, since their tickets may be printed again with its signature.
 */
export const forgetKeyUnlessWaiting = (userId: string): Promise<void> =>
  forgetUnneededKey(userId, async () => {
    const outbox = await readOutbox(userId);
    return outbox === null || outbox.records.length + outbox.unknown.length > 0;
  });
