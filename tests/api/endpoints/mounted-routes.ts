import type { FastifyInstance } from 'fastify';

/** Every method and address mounted under /api, without HEAD and the pages that describe the calls. */
export function apiRoutesOf(server: FastifyInstance): string[] {
  const parents: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      const path = (depth > 0 ? (parents[depth - 1] ?? '') : '') + part;
      parents[depth] = path;
      return methods
        .split(', ')
        .filter((method) => method !== '' && method !== 'HEAD')
        .map((method) => `${method} ${path}`);
    })
    .filter((route) => route.includes(' /api') && !route.includes(' /api/docs'));
}
