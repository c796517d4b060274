import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a connection that comes while the server closes may take to say what it wants, in milliseconds. */
const patience = 500;

/**
 * Lets the server close without waiting for connections that a client opened ahead and
 * never sent a byte over: Node takes them for requests that are just beginning.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Those that were still waiting to be accepted come after the last look at the others.
    if (closing) setTimeout(() => dropUnused(socket), patience);
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
