import { z } from 'zod';

/**
 * Makes the fields of a form what a JSON body would be; the schema tells text fields from the
 * others.
 */
export function formReader(
  schema: z.ZodType | undefined,
): (fields: ReadonlyMap<string, string>) => unknown {
  const asText = schema ? textFields(schema) : new Set<string>();
  return (fields) =>
    Object.fromEntries(
      [...fields].flatMap(([name, text]) => {
        if (asText.has(name)) return [[name, text]];
        // An empty field counts as not sent.
        return text === '' ? [] : [[name, parsed(text)]];
      }),
    );
}

/** Text fields are taken literally; all others are sent as JSON. */
function textFields(schema: z.ZodType): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return new Set(
    Object.entries(properties)
      .filter(([, property]) => takesText(property))
      .map(([name]) => name),
  );
}

type JsonSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>;

function takesText(property: z.core.JSONSchema._JSONSchema): boolean {
  if (typeof property === 'boolean') return property;
  const branches: readonly z.core.JSONSchema._JSONSchema[] = branchesOf(property);
  return branches.length > 0 ? branches.some(takesText) : (property.type ?? 'string') === 'string';
}

const branchesOf = ({ anyOf, oneOf, allOf }: JsonSchema) => anyOf ?? oneOf ?? allOf ?? [];

/** Text that isn't JSON is left for the schema to refuse. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
