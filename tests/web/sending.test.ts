import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draws } from '#tests/support/draws.ts';
import { CallFailure } from '#web/api/call-failure.ts';
import { afterStep, type Outcome, outcomeOf, type Step, stepOf } from '#web/sending/rules.ts';
import { type Device, Sender } from '#web/sending/sender.ts';
import { type WaitingRecord } from '#web/sending/waiting-record.ts';
import { aRecord, fates, hours, letSend, world } from './support/sending-world.ts';

const answered = (status: number, code = 'refused') =>
  outcomeOf(new CallFailure({ status, code, message: 'A sentence.', fields: { zone: 'Closed.' } }));

describe('what an answer means', () => {
  test.each([0, 502, 401])('after %i the record waits for an answer', (status) => {
    expect(answered(status, status === 502 ? 'offline' : 'any').is).toBe(
      status === 502 ? 'later' : 'no answer',
    );
  });

  test.each([408, 429, 500, 503])('after %i it is tried again later', (status) => {
    expect(answered(status).is).toBe('later');
  });

  test('a page that answers in place of the server has received nothing', () => {
    expect(answered(200, 'unreadable').is).toBe('no answer');
    expect(answered(404, 'unreadable').is).toBe('no answer');
  });

  test('what is too late waits for a superior, and is never counted as refused', () => {
    expect(answered(409, 'too_late').is).toBe('too late');
    expect(answered(409, 'too_many_late').is).toBe('too late');
  });

  test('failed items are not deleted from the queue: what is refused is kept, with the server’s words', () => {
    const record = aRecord('1', ['f']);
    const kept = afterStep(record, { does: 'words', record }, answered(400), 5);
    expect(kept).toMatchObject({
      problem: 'refused',
      answer: 'A sentence.',
      wrong: { zone: 'Closed.' },
      tries: 1,
      body: record.body,
      files: record.files,
    });
    expect(stepOf(kept as WaitingRecord)).toBeNull();
  });

  test('a record from before the clock was set back is sent as made just now', () => {
    const record = aRecord('1');
    const now = Date.UTC(2026, 10, 21);
    const step: Step = { does: 'words', record };
    expect(afterStep(record, step, answered(409, 'made_in_future'), now)).toMatchObject({
      madeAt: new Date(now).toISOString(),
      problem: null,
    });
  });

  test('what was taken out but has arrived is asked about as if it had never been taken out', () => {
    const record = { ...aRecord('1'), takenOut: { reason: 'By mistake', at: 1 } };
    const after = afterStep(
      record,
      { does: 'take out', record },
      answered(409, 'arrived_already'),
      5,
    );
    expect(stepOf(after as WaitingRecord)?.does).toBe('words');
  });
});

describe('the sender', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('whatever is lost, cut off, doubled or restarted, everything arrives once and in order', async () => {
    const sizes = fc.array(fc.nat(3), { minLength: 1, maxLength: 6 });
    const history = fc.array(fc.constantFrom(...fates), { maxLength: 40 });
    const restarts = fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sizes, history, restarts, async (counts, told, pauses) => {
        const records = counts.map((count, index) =>
          aRecord(
            `r${index}`,
            Array.from({ length: count }, (_, file) => `r${index}f${file}`),
          ),
        );
        const { device, kept, arrived } = world(records, told);
        for (const pause of pauses) await letSend(device, pause);
        await letSend(device, hours(24));
        expect([...kept.keys()]).toEqual([]);
        for (const { _id, files } of records)
          expect(arrived.get(_id)).toEqual(['words', ...files.map(({ id }) => id)]);
      }),
      draws(60),
    );
  });

  test('pictures are not left behind: neither records that go on being made nor a refused picture keep them back', async () => {
    const { device, kept, arrived } = world([aRecord('a', ['a1', 'a2']), aRecord('b', ['b1'])], []);
    const choosy: Device = {
      ...device,
      take: (step, signal) =>
        'file' in step && step.file.id === 'a1'
          ? Promise.resolve({ is: 'refused', words: 'No picture.', code: 'invalid', wrong: {} })
          : device.take(step, signal),
    };
    const over = new AbortController();
    const sender = new Sender(choosy);
    void sender.send(over.signal);
    for (let minute = 0; minute < 60; minute += 1) {
      kept.set(`n${minute}`, aRecord(`n${minute}`));
      sender.look();
      await vi.advanceTimersByTimeAsync(60_000);
    }
    over.abort();
    expect([...kept.keys()]).toEqual(['a']);
    expect(arrived.get('a')).toEqual(['words', 'a2']);
    expect(arrived.get('b')).toEqual(['words', 'b1']);
    expect(kept.get('a')?.files.map(({ state }) => state)).toEqual(['refused', 'done']);
  });

  test('a queue does not stick after the server comes back: it goes on without a reload', async () => {
    const silent = Array.from({ length: 12 }, () => 'no answer' as const);
    const { device, kept, steps } = world([aRecord('a'), aRecord('b')], silent);
    const over = new AbortController();
    const sender = new Sender(device);
    void sender.send(over.signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(kept.size).toBe(2);
    const before = steps();
    await vi.advanceTimersByTimeAsync(hours(2));
    expect(steps()).toBeGreaterThan(before);
    expect(kept.size).toBe(0);
    over.abort();
  });

  test('a queue does not stick where a pause ends while it is looked at', async () => {
    const steady = performance.now.bind(performance);
    let looks = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      looks += 1;
      // Now a little before the moment, now a little after it.
      return steady() + (looks % 2 === 0 ? 1 : -1);
    });
    const silent = Array.from({ length: 20 }, () => 'no answer' as const);
    const { device, kept } = world([aRecord('a', ['a1']), aRecord('b')], silent);
    await letSend(device, hours(3));
    expect([...kept.keys()]).toEqual([]);
    vi.restoreAllMocks();
  });

  test('a browser that forgets what it was asked holds up nothing for ever', async () => {
    const { device, kept } = world([aRecord('a'), aRecord('b')], []);
    let asked = 0;
    const forgetful: Device = {
      ...device,
      take: (step, signal) => {
        asked += 1;
        return asked <= 2 ? Promise.withResolvers<never>().promise : device.take(step, signal);
      },
    };
    await letSend(forgetful, hours(1));
    expect([...kept.keys()]).toEqual([]);
  });

  test('while nobody answers one record asks for all, and less and less often', async () => {
    const records = Array.from({ length: 120 }, (_, index) => aRecord(`r${index}`));
    const silent = Array.from({ length: 1_000 }, () => 'no answer' as const);
    const { device, most, steps, kept } = world(records, silent);
    const over = new AbortController();
    const sender = new Sender(device);
    void sender.send(over.signal);
    await vi.advanceTimersByTimeAsync(hours(1));
    // The first four go before anybody knows.
    expect(most()).toBeLessThanOrEqual(4);
    expect(steps()).toBeLessThan(40);
    expect(kept.size).toBe(120);
    sender.wake();
    const asked = steps();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(steps()).toBeGreaterThan(asked);
    over.abort();
  });

  test('where short questions get through and what waits does not, it is tried less and less often', async () => {
    const silent = Array.from({ length: 10_000 }, () => 'no answer' as const);
    const { device, steps, kept } = world([aRecord('a', ['a1'])], silent);
    const over = new AbortController();
    const sender = new Sender(device);
    void sender.send(over.signal);
    for (let second = 0; second < 3_600; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      sender.back();
    }
    expect(steps()).toBeGreaterThan(10);
    expect(steps()).toBeLessThan(60);
    expect(kept.size).toBe(1);
    over.abort();
  });

  test('a file that comes a little further with every cut goes on at once after each of fifty', async () => {
    const { device, kept } = world([aRecord('a', ['a1'])], []);
    let cuts = 0;
    const cutting: Device = {
      ...device,
      take: (step, signal) => {
        if (step.does !== 'file' || cuts === 50) return device.take(step, signal);
        cuts += 1;
        return Promise.resolve({ is: 'no answer', words: 'Cut off.', moved: true });
      },
    };
    await letSend(cutting, hours(0.1));
    expect(cuts).toBe(50);
    expect(kept.size).toBe(0);
  });

  test('a record that the server can’t take holds up no other, and words go before pictures', async () => {
    const order: string[] = [];
    const records = [aRecord('a', ['a1']), aRecord('b', ['b1']), aRecord('c')];
    const { device, kept } = world(records, []);
    const stubborn: Device = {
      ...device,
      take: async (step, signal) => {
        order.push('file' in step ? step.file.id : step.record._id);
        const outcome = await device.take(step, signal);
        return step.record._id === 'a' ? { is: 'later', words: 'Not this one.' } : outcome;
      },
    };
    await letSend(stubborn, hours(1));
    expect([...kept.keys()]).toEqual(['a']);
    expect(order.indexOf('b1')).toBeGreaterThan(order.indexOf('c'));
  });

  test('what is too late is tried again only after an hour, also when the network comes and goes', async () => {
    const { device, kept } = world([aRecord('a')], []);
    let asked = 0;
    const late: Device = {
      ...device,
      take: (): Promise<Outcome> => {
        asked += 1;
        return Promise.resolve({ is: 'too late', words: 'A superior decides.', code: 'too_late' });
      },
    };
    const over = new AbortController();
    const sender = new Sender(late);
    void sender.send(over.signal);
    for (let minute = 0; minute < 45; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000);
      sender.wake();
    }
    expect(asked).toBe(1);
    await vi.advanceTimersByTimeAsync(hours(1));
    expect(asked).toBe(2);
    expect(kept.get('a')).toMatchObject({ problem: 'too late', answer: 'A superior decides.' });
    over.abort();
  });
});
