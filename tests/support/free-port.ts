import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port on loopback that nobody listens on. Below those that a system gives to outgoing
 * connections and to whoever asks for any port, so that none of these takes it before it is used;
 * above 10080, the highest that browsers and Node's fetch refuse as a bad port.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(11_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('No port is free.');
}
