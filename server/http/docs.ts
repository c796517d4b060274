import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { endpoints } from '#contract/endpoints.ts';
import { openApi } from './openapi.ts';

let document: OpenAPIV3.Document | undefined;

/** The API document to read and try, at `/api/docs`; as JSON at `/api/docs/json`. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    document ??= openApi(endpoints);
    await docs.register(swagger, { mode: 'static', specification: { document } });
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  });
}
