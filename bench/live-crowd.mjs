// A part of bench/live.mjs: holds open many live streams and reads them without looking inside.
import { connect } from 'node:net';

const scratch = Buffer.alloc(64 * 1024);
const counts = { open: 0, closed: 0, slowClosed: 0, bytes: 0 };

/** Opens a stream; a slow one stops reading once it is open. Resolves with its first bytes. */
function listen({ port, path, token, slow }) {
  const { promise, resolve, reject } = Promise.withResolvers();
  let isOpen = false;
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer: scratch,
      callback(read) {
        counts.bytes += read;
        if (isOpen) return !slow;
        const status = scratch.toString('latin1', 9, 12);
        if (status !== '200') reject(new Error(`A stream was refused with ${status}.`));
        isOpen = true;
        counts.open += 1;
        resolve();
        return !slow;
      },
    },
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`);
  socket.on('error', reject);
  socket.on('close', () => {
    if (slow) counts.slowClosed += 1;
    else counts.closed += 1;
  });
  return promise;
}

process.on('message', async (streams) => {
  if (streams === 'counts') {
    process.send(counts);
    return;
  }
  await Promise.all(streams.map(listen));
  process.send('open');
});
process.on('disconnect', () => process.exit(0));
