import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { boundConnections } from '#server/http/bound-connections.ts';

test('a body that does not come in its time is cut off, but not a form, which may take long', async () => {
  const server = Fastify();
  server.addContentTypeParser('multipart/form-data', (_request, body, done) => {
    body
      .on('data', () => undefined)
      .on('end', () => {
        done(null, {});
      });
  });
  boundConnections(server, 50);
  server.post('/', () => 'taken');
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const begin = (type: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 4\r\n\r\n{`,
    );
    return socket;
  };
  const form = begin('multipart/form-data; boundary=x');
  const json = begin('application/json');
  json.resume();
  await once(json, 'close');
  form.write('   ');
  const [answer] = (await once(form, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
  form.destroy();
  await server.close();
});
