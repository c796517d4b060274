import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Milliseconds in which a connection that opens while the server closes must send its first byte.
 */
const firstByteTimeoutMs = 500;

/**
 * Lets the server close without waiting for connections that a client opened in advance and never
 * sent a byte over: Node takes them for requests that are just beginning.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Connections that were waiting to be accepted arrive after `preClose`.
    if (closing) setTimeout(() => dropUnused(socket), firstByteTimeoutMs);
  });
  app.addHook('preClose', (done) => {
    closing = true;
    open.forEach(dropUnused);
    done();
  });
}

function dropUnused(socket: Socket): void {
  if (socket.bytesRead === 0) socket.destroy();
}
