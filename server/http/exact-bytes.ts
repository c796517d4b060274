import type { FastifyInstance } from 'fastify';

/**
 * Mounts routes whose body stays the exact bytes that were sent, whatever their type, at most
 * `bodyLimit` of them. Nothing may parse them before their signature is checked.
 */
export function inExactBytes(
  app: FastifyInstance,
  bodyLimit: number,
  mount: (scope: FastifyInstance) => void,
): void {
  void app.register((scope, _none, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, read) => {
      read(null, body);
    });
    mount(scope);
    done();
  });
}
