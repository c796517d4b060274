import { vi } from 'vitest';
import { afterStep, type Step } from '#web/sending/rules.ts';
import { type Device, Sender } from '#web/sending/sender.ts';
import {
  isDone,
  newWaitingRecord,
  type WaitingFile,
  type WaitingRecord,
} from '#web/sending/waiting-record.ts';

const aFile = (id: string): WaitingFile => ({
  id,
  field: 'img',
  name: 'scene.jpg',
  type: 'image/jpeg',
  bytes: 3,
  sha256: 'a'.repeat(64),
  state: 'waiting',
  answer: null,
  reason: null,
  replaces: null,
  taken: null,
});

/** A booking, or a collision where there are files; with these ids. */
export const aRecord = (id: string, files: readonly string[] = []): WaitingRecord =>
  newWaitingRecord(
    {
      _id: id,
      kind: files.length > 0 ? 'collision' : 'booking',
      body: { _id: id },
      label: 'KAD-214BN',
      toldPrice: 2_000,
    },
    files.map(aFile),
    Date.UTC(2026, 10, 22, 8),
  );

/** How a line or a server treats a step. */
export type Fate = 'works' | 'no answer' | 'answer lost' | 'later' | 'cut off' | 'device fails';
export const fates: readonly Fate[] = [
  'works',
  'no answer',
  'answer lost',
  'later',
  'cut off',
  'device fails',
];

/**
 * A device with a server behind a line that treats one step after the other as it is told.
 */
export function world(records: readonly WaitingRecord[], told: readonly Fate[]) {
  const kept = new Map(records.map((record) => [record._id, record]));
  const arrived = new Map<string, string[]>();
  const underWay = new Set<string>();
  const rest = [...told];
  let most = 0;
  let fails = false;
  let steps = 0;

  const receive = ({ record, ...step }: Step) => {
    const parts = arrived.get(record._id) ?? [];
    const part = 'file' in step ? step.file.id : step.does;
    // As the server does: sending it again is harmless.
    if (!parts.includes(part)) arrived.set(record._id, [...parts, part]);
  };

  const device: Device = {
    read: () =>
      fails ? Promise.reject(new Error('No device.')) : Promise.resolve([...kept.values()]),
    take: async (step) => {
      steps += 1;
      if (underWay.has(step.record._id)) throw new Error('Two steps of a record at once.');
      underWay.add(step.record._id);
      most = Math.max(most, underWay.size);
      await new Promise((resolve) => setTimeout(resolve, 200));
      underWay.delete(step.record._id);
      const fate = rest.shift() ?? 'works';
      fails = fate === 'device fails';
      if (fate === 'works' || fate === 'answer lost' || fate === 'device fails') receive(step);
      if (fate === 'cut off') throw new Error('Cut off.');
      if (fate === 'later') return { is: 'later', words: 'Not now.' };
      const isAnswered = fate === 'works' || fate === 'device fails';
      return isAnswered ? { is: 'received', answer: null } : { is: 'no answer', words: 'Nobody.' };
    },
    store: (step, outcome) => {
      if (fails) {
        fails = false;
        return Promise.reject(new Error('No device.'));
      }
      const before = kept.get(step.record._id);
      if (!before) return Promise.resolve();
      const after = afterStep(before, step, outcome, Date.now());
      if (after === 'gone' || isDone(after)) kept.delete(before._id);
      else kept.set(before._id, after);
      return Promise.resolve();
    },
  };
  return { device, kept, arrived, most: () => most, steps: () => steps };
}

export const hours = (count: number) => count * 3_600_000;

/** Lets a sender work for so long (milliseconds of a made-up clock), then ends it. */
export async function letSend(device: Device, time: number): Promise<void> {
  const over = new AbortController();
  const ended = new Sender(device).send(over.signal);
  await vi.advanceTimersByTimeAsync(time);
  over.abort();
  await ended;
}
