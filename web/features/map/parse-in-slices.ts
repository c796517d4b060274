import { z } from 'zod';

/** So many rows are held against their schema at one go: a slow phone takes some 20 ms for them. */
const slice = 500;

/**
 * Holds an answer against its schema. Long lists right within `data` are parsed in slices, between
 * which the browser hears its buttons.
 */
export async function parsedInSlices<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): Promise<z.ZodSafeParseResult<z.output<Schema>>> {
  const lists = longLists(schema, body);
  if (lists.length === 0) return z.safeParse(schema, body);
  const emptied = Object.fromEntries(lists.map(({ name }) => [name, []]));
  // `longLists` found both to be objects.
  const { data, ...rest } = body as { data: object };
  const parsed = z.safeParse(schema, { ...rest, data: { ...data, ...emptied } });
  if (!parsed.success) return parsed;
  for (const { name, rows, row } of lists) {
    const read: unknown[] = [];
    for (let from = 0; from < rows.length; from += slice) {
      await nextTask();
      const part = z.safeParse(z.array(row), rows.slice(from, from + slice));
      // The schema of a part finds the same faults as the whole, counted from its own first row.
      if (!part.success) return part as z.ZodSafeParseError<z.output<Schema>>;
      read.push(...part.data);
    }
    // The same schema has read the rows that it would have read here.
    (parsed.data as { data: Record<string, unknown> }).data[name] = read;
  }
  return parsed;
}

interface LongList {
  name: string;
  rows: readonly unknown[];
  row: z.ZodType;
}

function longLists(schema: z.ZodType, body: unknown): LongList[] {
  const found: LongList[] = [];
  const dataSchema = schema instanceof z.ZodObject ? (schema.shape as z.ZodRawShape)['data'] : null;
  const data = isObject(body) ? body['data'] : null;
  if (!(dataSchema instanceof z.ZodObject) || !isObject(data)) return found;
  for (const [name, part] of Object.entries(dataSchema.shape)) {
    const rows = data[name];
    // A list with rules of its own is read as a whole.
    if (!(part instanceof z.ZodArray) || (part.def.checks ?? []).length > 0) continue;
    if (Array.isArray(rows) && rows.length > slice)
      found.push({ name, rows, row: part.element as z.ZodType });
  }
  return found;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Resolves once the browser has had its turn. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));
