import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What becomes of one request on its way; `at` counts bytes, heads included. */
export type Fault =
  | { is: 'none' }
  /** The server gets no more than so much of the request. */
  | { is: 'request cut'; at: number }
  /** The server has done it; the device gets no more than so much of the answer. */
  | { is: 'answer cut'; at: number }
  | { is: 'slow'; ms: number }
  /** The server has done it, and answers after the device has given up. */
  | { is: 'silent' }
  /** Somebody else answers, and the server hears nothing. */
  | { is: 'answered by another'; status: 200 | 201 | 500 | 502; words?: string };

/** A proxy between a device and its server; each request meets the fault that is drawn for it. */
export interface FaultyProxy {
  readonly url: string;
  /** How many bytes devices have sent so far, heads and what was cut off included. */
  readonly sent: () => number;
  /** Where requests go from now on: to each of several servers in turn. */
  lead(...to: readonly string[]): void;
  /** Cuts everything off, and lets nothing through until it is opened again. */
  close(): void;
  open(): void;
  remove(): Promise<void>;
}

const reasons = {
  200: 'OK',
  201: 'Created',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
} as const;

/** `draw` is asked once for each request, with its first line. */
export async function startFaultyProxy(draw: (firstLine: string) => Fault): Promise<FaultyProxy> {
  let ports: readonly number[] = [];
  let turn = 0;
  let isOpen = true;
  let sent = 0;
  const sockets = new Set<Socket>();

  function carry(device: Socket): void {
    sockets.add(device);
    device.on('close', () => sockets.delete(device)).on('error', () => device.destroy());
    if (!isOpen) return void device.destroy();
    turn += 1;
    const server = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
    const cut = () => {
      server.destroy();
      device.destroy();
    };
    server.on('error', cut).on('close', cut);
    device.on('close', cut);
    let fault: Fault = { is: 'none' };
    let [up, down] = [0, 0];
    device.on('data', (bytes) => {
      sent += bytes.length;
      const [, line] =
        /^([A-Z]+ \/\S* HTTP\/1\.1)\r\n/.exec(bytes.toString('latin1', 0, 400)) ?? [];
      if (line !== undefined) {
        fault = draw(line);
        [up, down] = [0, 0];
        if (fault.is === 'answered by another') device.end(answerOf(fault));
      }
      if (fault.is === 'answered by another') return;
      const most = fault.is === 'request cut' ? fault.at - up : Infinity;
      up += bytes.length;
      server.write(bytes.subarray(0, Math.min(most, bytes.length)));
      // What was written must have left before the end of it.
      if (up > most) setImmediate(cut);
    });
    server.on('data', (bytes) => {
      if (fault.is === 'silent') return;
      if (fault.is === 'slow') return void setTimeout(() => device.write(bytes), fault.ms);
      const most = fault.is === 'answer cut' ? fault.at - down : Infinity;
      down += bytes.length;
      if (down < most) return void device.write(bytes);
      device.end(bytes.subarray(0, Math.max(0, most)), cut);
    });
  }

  const listener = createServer(carry).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: own } = listener.address() as AddressInfo;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    sent: () => sent,
    lead: (...to) => {
      ports = to.map((url) => Number(new URL(url).port));
    },
    close: () => {
      isOpen = false;
      cutAll();
    },
    open: () => {
      isOpen = true;
    },
    async remove() {
      const closed = once(listener, 'close');
      listener.close();
      cutAll();
      await closed;
    },
  };
}

/** As a proxy or a hotel's network words it; `words` make it JSON, as if it were the server's own. */
function answerOf({ status, words }: Extract<Fault, { is: 'answered by another' }>): string {
  const body = words ?? `<html><body>${reasons[status]}</body></html>`;
  const type = words === undefined ? 'text/html' : 'application/json';
  return [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
