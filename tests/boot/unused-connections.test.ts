import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeUnusedConnections } from '#server/http/unused-connections.ts';

test('a server closes though connections were opened ahead, before it began to close and after', async () => {
  const server = Fastify();
  closeUnusedConnections(server);
  const openAhead = async () => {
    const address = server.server.address();
    if (address === null || typeof address === 'string') throw new Error('It does not listen.');
    const socket = connect(address.port, '127.0.0.1');
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    return closed;
  };
  let late: Promise<unknown> | undefined;
  server.addHook('preClose', async () => {
    const accepted = once(server.server, 'connection');
    late = openAhead();
    await accepted;
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const accepted = once(server.server, 'connection');
  const early = openAhead();
  await accepted;
  await server.close();
  expect(await Promise.all([early, late])).toHaveLength(2);
});
