import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** Just enough of an SMTP server to receive messages on a loopback port. */
export async function startSmtpListener() {
  const received: { recipients: string[]; data: string }[] = [];
  let refusing = false;
  let vanishing = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    converse(
      socket,
      received,
      () => refusing,
      () => vanishing,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    /** While true it takes no message. */
    refuses(now: boolean) {
      refusing = now;
    },
    /** While true it takes each message, and hangs up without an answer. */
    vanishes(now: boolean) {
      vanishing = now;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(
  socket: Socket,
  received: { recipients: string[]; data: string }[],
  refuses: () => boolean,
  vanishes: () => boolean,
): void {
  let pending = '';
  let recipients: string[] = [];
  let message: string[] | undefined;

  function answer(line: string): string | undefined {
    if (message !== undefined) {
      if (line !== '.') {
        message.push(line);
        return undefined;
      }
      received.push({ recipients, data: message.join('\r\n') });
      message = undefined;
      recipients = [];
      if (!vanishes()) return '250 Kept';
      socket.destroy();
      return undefined;
    }
    if (refuses()) return '451 Not now';
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') recipients.push(line);
    if (verb === 'DATA') {
      message = [];
      return '354 Go on';
    }
    return verb === 'QUIT' ? '221 Goodbye' : '250 Fine';
  }

  socket.setEncoding('utf8');
  socket.write('220 listener\r\n');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    const lines = (pending + chunk.toString()).split('\r\n');
    pending = lines.pop() ?? '';
    for (const said of lines.map(answer)) if (said !== undefined) socket.write(`${said}\r\n`);
  });
}
