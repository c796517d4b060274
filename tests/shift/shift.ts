import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ulid } from 'ulid';
import { openSession } from '#tests/support/client.ts';
import { aCollision, aPicture, aVideo } from '#tests/support/collisions.ts';
import { aBooking, makeAccount } from '#tests/support/factories.ts';
import { cloneDatabase } from '#tests/support/template.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import type { Event } from './history.ts';
import { type Order, startPhone } from './phone.ts';
import { type Made, untruthsOf } from './truths.ts';

type Draw = (firstLine: string) => Fault;

/** The product, which can be restarted, and the proxy before it. */
export interface Stage {
  /** Of each request from now on. */
  drawBy(draw: Draw): void;
  readonly proxy: FaultyProxy;
  readonly app: () => TestApp;
  readonly dataDir: string;
  restart(): Promise<void>;
  /** Puts a newer version in the place of the older; both answer for so many milliseconds. */
  upgrade(both: number): Promise<void>;
  remove(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const database = await cloneDatabase();
  const dataDir = temporaryFolder();
  const kept = { ...database, drop: () => Promise.resolve() };
  const start = () => startTestApp({ DATA_DIR: dataDir, DEMO: 'off' }, kept);
  let app = await start();
  let draw: Draw = () => ({ is: 'none' });
  const proxy = await startFaultyProxy((line) => draw(line));
  proxy.lead(app.url);
  return {
    proxy,
    dataDir,
    app: () => app,
    drawBy: (next) => {
      draw = next;
    },
    async restart() {
      await app.stop();
      app = await start();
      proxy.lead(app.url);
    },
    async upgrade(both) {
      const older = app;
      app = await start();
      proxy.lead(older.url, app.url);
      await wait(both);
      proxy.lead(app.url);
      await older.stop();
    },
    async remove() {
      await proxy.remove();
      await app.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** How long a phone may take to send the rest once all is well again. Milliseconds. */
const patience = 120_000;

/** Plays a shift on a new phone; answers what was wrong at its end, each in a sentence. */
export async function playShift(
  stage: Stage,
  name: string,
  events: readonly Event[],
  drawn: Draw,
): Promise<string[]> {
  const { proxy, dataDir } = stage;
  const { id, email } = await makeAccount(stage.app().db, 'booking officer', { zone: 'Zaria' });
  const { token } = await openSession(stage.app().url, email);
  const folder = temporaryFolder();
  stage.drawBy(drawn);
  const disk = join(folder, 'disk');
  const phone = await startPhone({ origin: proxy.url, userId: id, token, disk });
  const made = new Map<string, Made>();
  try {
    for (const event of events) await happen(event);
    phone.tell({ do: 'leave room', bytes: null });
    const left = await phone.empty(patience);
    const wrong = await untruthsOf(
      { db: stage.app().owner, dataDir, officer: id },
      made,
      phone.promised,
    );
    return left === null ? wrong : [...wrong, `The phone isn't empty: ${left}`];
  } finally {
    await phone.remove();
    rmSync(folder, { recursive: true, force: true });
  }

  async function nextRecord(kind: Made['kind']): Promise<void> {
    const called = `${name} ${made.size}`;
    const order = kind === 'booking' ? aBookingOf(called) : await aCollisionOf(called, folder);
    made.set(order.made._id, { kind, name: called, files: order.hashes });
    phone.tell({ do: 'make', made: order.made, files: order.files });
  }

  async function happen(event: Event): Promise<void> {
    switch (event.does) {
      case 'book':
        return nextRecord('booking');
      case 'record a collision':
        return nextRecord('collision');
      case 'kill the phone':
        await wait(event.after);
        return phone.dieAndStart();
      case 'lose the network':
        proxy.close();
        await wait(event.for);
        proxy.open();
        if (event.heard) phone.tell({ do: 'hear of a network' });
        return undefined;
      case 'set the clock': {
        phone.tell({ do: 'set clock', offBy: event.offBy });
        return;
      }
      case 'open another tab': {
        phone.tell({ do: 'open another tab' });
        return;
      }
      case 'leave room': {
        phone.tell({ do: 'leave room', bytes: event.bytes });
        return;
      }
      case 'restart the server':
        return stage.restart();
      case 'upgrade the server':
        return stage.upgrade(event.for);
      case 'wait':
        return wait(event.for);
    }
  }
}

interface MadeOrder extends Omit<Extract<Order, { do: 'make' }>, 'do'> {
  readonly hashes: readonly string[];
}

function aBookingOf(name: string): MadeOrder {
  const _id = ulid();
  const body = aBooking({ _id, name });
  const label = body.registration ?? '';
  return {
    made: { _id, kind: 'booking', body, label, toldPrice: 12_000 },
    files: [],
    hashes: [],
  };
}

const pictures = 3;

async function aCollisionOf(location: string, folder: string): Promise<MadeOrder> {
  const contents = await Promise.all(
    Array.from({ length: pictures }, async () => ['img', await aPicture()] as const),
  );
  // Sent in several parts on a slow line.
  return aCollisionWith(location, folder, [...contents, ['vid', aVideoOf(300_000)]]);
}

/** The beginning of a video of so many bytes, like no other. */
export function aVideoOf(bytes: number): Uint8Array<ArrayBuffer> {
  const video = aVideo(bytes);
  crypto.getRandomValues(video.subarray(100, 164));
  return video;
}

/** A collision with these files, by the names of their fields, which lie in a folder. */
export function aCollisionWith(
  location: string,
  folder: string,
  contents: readonly (readonly [field: 'img' | 'vid', content: Uint8Array])[],
): MadeOrder {
  const _id = ulid();
  const files = contents.map(([field, content], index) => {
    const path = join(folder, `${_id}-${index}`);
    writeFileSync(path, content);
    const type = field === 'vid' ? 'video/mp4' : 'image/jpeg';
    return { field, path, name: `${field}-${index}`, type };
  });
  return {
    made: {
      _id,
      kind: 'collision',
      label: location,
      toldPrice: null,
      body: { ...aCollision({ location }), _id },
    },
    files,
    hashes: contents.map(([, content]) => createHash('sha256').update(content).digest('hex')),
  };
}
