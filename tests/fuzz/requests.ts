import fc from 'fast-check';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

/** One request to an endpoint, as its schemas ask for it or beyond them. */
export interface FuzzedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, string])[];
  /** `undefined` sends no body. */
  readonly body: unknown;
  /** Sent instead of the body as JSON: a text that may be none, under any content type. */
  readonly raw: { readonly text: string; readonly type: string } | undefined;
}

/** What a JSON schema says, as far as values are drawn from it. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** The ids, plates and references that stand in the database, so that calls find something. */
export type Known = readonly string[];

/** What clients should never send, and some do. */
const hostile = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '%',
  '_',
  "'",
  '"; --',
  '../..',
  '\n',
  'null',
  '__proto__',
  'constructor',
  'NaN',
  '1e309',
  '-0',
  '0x10',
  '२०',
  '9'.repeat(40),
  'a'.repeat(70_000),
  '😀'.repeat(5_000),
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '2026-11-22T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-11-22T00:00:00+99:99',
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  -(2 ** 63),
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  { toString: 1 },
  { $gt: '' },
);

/** Moments that a schema takes for dates, and others stumble over. */
const extremeMoments = [
  '0000-01-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '1900-01-01T00:00:00.000Z',
  '1999-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00.000Z',
  '2199-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
];

const text = (known: Known, { format, maxLength = 60 }: Schema) =>
  fc.oneof(
    fc.constantFrom(...known),
    fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 200) }),
    format === 'date' || format === 'date-time'
      ? fc
          .oneof(
            fc.date({
              min: new Date('2000-01-01'),
              max: new Date('2100-01-01'),
              noInvalidDate: true,
            }),
            fc.constantFrom(...extremeMoments.map((at) => new Date(at))),
          )
          .map((at) => at.toISOString().slice(0, format === 'date' ? 10 : undefined))
      : fc.constantFrom('2026-11-22', '0803 555 0142', 'ABC-123DE', 'Zaria', 'musa@example.com'),
  );

/** Values that a schema describes, more or less: what it refines is left to chance. */
function valuesOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.allOf;
  if (either) return fc.oneof(...either.map((one) => valuesOf(one, known)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, (field) => valuesOf(field, known));
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, known), {
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      });
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({
          min: Math.max(schema.minimum ?? -10, -1_000_000),
          max: Math.min(schema.maximum ?? 1_000, 1_000_000_000),
        }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return text(known, schema);
  }
}

/** With every field, without some, and now and then with one that is hostile or unknown. */
const objectOf = ({ properties = {} }: Schema, of: (field: Schema) => fc.Arbitrary<unknown>) => {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      fc.oneof({ weight: 12, arbitrary: of(field) }, { weight: 1, arbitrary: hostile }),
    ]),
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(fields) },
    { weight: 3, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.record(fields), fc.constantFrom('demo', 'role', 'x', 'constructor'), hostile)
        .map(([whole, name, value]) => ({ ...whole, [name]: value })),
    },
  );
};

const schemaOf = (schema: z.ZodType | undefined): Schema | undefined =>
  schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const unreadable = fc.record({
  text: fc.constantFrom('', '{', '[]', 'null', '"text"', '{"a":1}{', '\u0000', '{"__proto__":{}}'),
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-7',
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'nonsense',
    '',
  ),
});

/** Requests to one endpoint, most of them nearly what its schemas say. */
export function requestsTo(endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzedRequest> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const shapes = schemaOf(endpoint.params)?.properties ?? {};
  const inPath = (schema: Schema) =>
    fc.oneof({ weight: 6, arbitrary: valuesOf(schema, known) }, { weight: 1, arbitrary: hostile });
  const body = schemaOf(endpoint.body);
  const query = schemaOf(endpoint.query);
  return fc.record({
    params: fc
      .record(Object.fromEntries(names.map((name) => [name, inPath(shapes[name] ?? {})])))
      .map((params) =>
        Object.fromEntries(
          // Node's own fetch refuses longer addresses than any browser sends.
          Object.entries(params).map(([name, value]) => [name, asText(value).slice(0, 4_000)]),
        ),
      ),
    query: (query
      ? valuesOf(query, known)
      : fc.oneof(fc.constant({}), fc.constant({ x: '1' }))
    ).map((drawn) =>
      Object.entries(drawn as Record<string, unknown>)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, asText(value).slice(0, 4_000)] as const),
    ),
    body: body
      ? fc.oneof(
          { weight: 12, arbitrary: valuesOf(body, known) },
          { weight: 1, arbitrary: hostile },
        )
      : fc.constant(undefined),
    raw: body ? fc.option(unreadable, { freq: 12, nil: undefined }) : fc.constant(undefined),
  });
}
