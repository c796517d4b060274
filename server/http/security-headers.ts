import type { FastifyInstance, FastifyReply } from 'fastify';

/** The features of the device that a page of ours, or a page that frames an answer, may use. */
const permissionsPolicy =
  'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), serial=()';

/** The screens take pictures and scan codes. */
const screensPolicy = permissionsPolicy.replace('camera=()', 'camera=(self)');

/** For answers that aren't pages: should a browser show one, it loads and runs nothing. */
const dataPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Gives every answer of a route its headers, unless the route has set its own. */
export function secureAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (isData(reply) || request.url.startsWith('/api/v1/')) secureData(reply);
    const isScreen = isPage(reply) && !request.url.startsWith('/t/');
    reply.header('permissions-policy', isScreen ? screensPolicy : permissionsPolicy);
    done(null, payload);
  });
}

/** The headers of an answer that no hook reaches. */
export function secureAlone(reply: FastifyReply, publicUrl: string): void {
  secureData(reply);
  if (publicUrl.startsWith('https:'))
    reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  reply.headers({
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  });
}

const isPage = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('text/html');

const isData = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').startsWith('application/json');

/** No cache keeps an answer that was made for one person. */
function secureData(reply: FastifyReply): void {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', dataPolicy);
}
