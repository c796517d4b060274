import { ulid } from 'ulid';
import { z } from 'zod';
import { putShift, type Shift, shiftSchema } from '#contract/modules/field-work/shifts.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { call } from '#web/api/call.ts';
import { keepCopy, readCopy } from '#web/device/copies.ts';

const copyName = 'shifts';
const keptSchema = z.array(shiftSchema.extend({ sent: z.boolean() }));
type Kept = z.infer<typeof keptSchema>[number];

const read = async (): Promise<Kept[]> => (await readCopy(copyName, keptSchema))?.value ?? [];

/** The latest shift that was begun or ended on this device; `sent` once the server has it. */
export const shiftOnDevice = async (): Promise<Kept | null> => (await read()).at(-1) ?? null;

/** Begins a shift now, or ends one: stored here first, and then sent. */
export async function noteShift(open: Shift | null): Promise<void> {
  const now = new Date().toISOString();
  const shift = open
    ? { ...open, endedAt: now > open.beganAt ? now : open.beganAt }
    : { _id: ulid(), beganAt: now, endedAt: null };
  const others = (await read()).filter(({ _id }) => _id !== shift._id);
  await keepCopy(copyName, [...others, { ...shift, sent: false }]);
  await sendShifts();
}

/** Sends what was begun and ended here without a network, in its order; a refusal is final. */
export async function sendShifts(): Promise<void> {
  for (const { sent, _id, beganAt, endedAt } of await read()) {
    if (sent) continue;
    try {
      await call(putShift, { params: { id: _id }, body: { beganAt, endedAt }, kept: true });
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (error.status === 401 || error.status === 0 || error.status >= 429) return;
    }
    // Somebody may have ended it meanwhile.
    const now = await read();
    const isAsSent = (one: Kept) => one._id === _id && one.endedAt === endedAt;
    const last = now.at(-1);
    await keepCopy(
      copyName,
      now
        .map((one) => (isAsSent(one) ? { ...one, sent: true } : one))
        .filter((one) => !one.sent || one === last || one._id === last?._id),
    );
  }
}
