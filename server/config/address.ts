import { once } from 'node:events';
import { createServer } from 'node:net';
import { hasCode } from '../process/data-folder.ts';
import { StartError } from '../process/start-error.ts';
import { type Config, urlHost } from './config.ts';

export const addressOf = ({ host, port }: Config): string => `http://${urlHost(host)}:${port}`;

/**
 * Throws `StartError` when another program has the port: asked before anything is made, since several
 * processes would share it, and a database would be changed for nothing.
 */
export async function demandFreePort(config: Config): Promise<void> {
  const probe = createServer().listen(config.port, config.host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw listenError(error, config);
  }
  probe.close();
  await once(probe, 'close');
}

/** The sentence for an address that can't be had, or the error itself. */
export function listenError(error: unknown, { host, port }: Config): unknown {
  if (hasCode(error, 'EADDRINUSE')) {
    return new StartError(
      `Port ${port} on ${host} is in use by another program. Set another port, such as PORT=${port === 65_535 ? port - 1 : port + 1}.`,
    );
  }
  if (hasCode(error, 'EACCES')) {
    return new StartError(`Port ${port} needs more rights. Set PORT to one above 1023.`);
  }
  if (hasCode(error, 'EADDRNOTAVAIL') || hasCode(error, 'ENOTFOUND')) {
    return new StartError(`HOST is ${host}, which is not an address of this machine.`);
  }
  return error;
}
