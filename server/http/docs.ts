import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3 } from 'openapi-types';
import { endpoints } from '#contract/endpoints.ts';
import { openApi } from './openapi.ts';

/** The interface wants a document before anybody asks for one. */
const none: OpenAPIV3.Document = { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} };

let document: OpenAPIV3.Document | undefined;

/**
 * The API document to read and try, at `/api/docs`; as JSON at `/api/docs/json`. It is made when
 * somebody first asks for it, since that takes a slow machine seconds.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: none } });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      transformSpecification: () => {
        document ??= openApi(endpoints);
        return { ...document };
      },
      transformSpecificationClone: false,
    });
  });
}
