import type { OpenAPIV3 } from 'openapi-types';
import { z } from 'zod';
import { failureSchema } from '#contract/answers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { permissions } from '#contract/roles.ts';
import { licence } from '#server/process/release.ts';

const jsonOf = (schema: z.ZodType, io: 'input' | 'output'): OpenAPIV3.SchemaObject =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
  }) as OpenAPIV3.SchemaObject;

/** The OpenAPI 3.0 document, derived entirely from the contract. */
export function openApi(endpoints: Readonly<Record<string, Endpoint>>): OpenAPIV3.Document {
  const paths: OpenAPIV3.PathsObject = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Hanya',
      version: '1',
      description: 'Every call of the back office. Amounts are in naira, and times in UTC.',
      license: { name: licence, url: `https://spdx.org/licenses/${licence}.html` },
    },
    servers: [{ url: '/', description: 'The host that serves the screens.' }],
    paths,
    components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
  };
}

function operation(name: string, endpoint: Endpoint): OpenAPIV3.OperationObject {
  const { permission, audit } = endpoint;
  const roles = permission === 'public' ? [] : permissions[permission];
  const who = permission === 'public' ? 'Public.' : `For ${roles.join(', ')}.`;
  return {
    operationId: name,
    summary: permission,
    description: audit === null ? who : `${who} Audited as ${audit}.`,
    security: permission === 'public' ? [] : [{ session: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(endpoint.body ? { requestBody: requestBody(endpoint, endpoint.body) } : {}),
    ...(endpoint.bytes ? { requestBody: { content: { 'application/json': { schema: {} } } } } : {}),
    responses: {
      '2XX': {
        description: 'The answer',
        content: answerContent(endpoint),
      },
      '4XX': {
        description: 'A refusal, in one sentence',
        content: { 'application/json': { schema: jsonOf(failureSchema, 'output') } },
      },
    },
  };
}

function answerContent({ stream, download, response }: Endpoint) {
  if (download) {
    const schema: OpenAPIV3.SchemaObject = { type: 'string', format: 'binary' };
    return Object.fromEntries(download.map((type) => [type, { schema }]));
  }
  const type = stream ? 'text/event-stream' : 'application/json';
  return { [type]: { schema: jsonOf(response, 'output') } };
}

function parametersOf(
  schema: z.ZodObject | undefined,
  where: 'path' | 'query',
): OpenAPIV3.ParameterObject[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path',
    schema: jsonOf(field as z.ZodType, 'input'),
  }));
}

function requestBody({ files }: Endpoint, body: z.ZodType): OpenAPIV3.RequestBodyObject {
  const schema = jsonOf(body, 'input');
  if (!files) return { required: true, content: { 'application/json': { schema } } };
  const properties = { ...schema.properties };
  const file: OpenAPIV3.SchemaObject = { type: 'string', format: 'binary' };
  for (const { name, many } of files)
    properties[String(name)] = many ? { type: 'array', items: file } : file;
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { ...schema, properties } } },
  };
}
