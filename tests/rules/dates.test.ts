import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { newBookingSchema } from '#contract/new-bookings.ts';

interface Field {
  type?: unknown;
  format?: string;
  description?: string;
  properties?: Record<string, Field>;
  items?: Field;
  anyOf?: Field[];
}

const isMoment = (name: string, { format }: Field) =>
  format === 'date' || format === 'date-time' || /^(dob|day|at|since|.*(Year|Date|At))$/.test(name);

/** Every date, time and year below a schema, with what it says of its bound. */
function momentsIn(schema: Field, path: string, said?: string): [path: string, bound: string][] {
  const name = path.split('.').at(-1) ?? '';
  const bound = schema.description ?? said;
  const parts = [
    ...Object.entries(schema.properties ?? {}).flatMap(([field, one]) =>
      momentsIn(one, `${path}.${field}`),
    ),
    ...(schema.items ? momentsIn(schema.items, path, bound) : []),
    ...(schema.anyOf ?? []).flatMap((one) => momentsIn(one, path, bound)),
  ];
  if (parts.length > 0) return parts;
  return schema.type === 'string' && isMoment(name, schema) ? [[path, bound ?? '']] : [];
}

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Field;

const moments = Object.entries(endpoints).flatMap(([name, endpoint]) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = (endpoint as Endpoint)[part];
    return schema ? momentsIn(schemaOf(schema), `${name}.${part}`) : [];
  }),
);

test('every date and year that is sent states its bound, or why it has none', () => {
  expect(moments.length).toBeGreaterThan(20);
  expect(moments.filter(([, bound]) => !/^(From|Within|Unbounded:) /.test(bound))).toEqual([]);
});

const years = { bad: ['1899', '2027', '2099', '3000'], good: ['1900', '2026', ''] };

/** What each bounded field refuses, and takes at its ends. Fees and statements have theirs on the server. */
const held: Readonly<Record<string, { bad: readonly string[]; good: readonly string[] }>> = {
  'createBooking.body.dob': {
    bad: ['1899-12-31', '2026-11-27', '2090-01-01', '9999-12-31'],
    good: ['1900-01-01', '2026-11-26', ''],
  },
  'createBooking.body.vehicleYear': years,
  'correctBooking.body.vehicleYear': years,
  'proposeCorrection.body.vehicleYear': years,
};

describe('a day or year is held to its bound', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each(moments.filter(([, bound]) => bound.startsWith('From')))('%s: %s', (path, bound) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-26T12:00:00Z') });
    const [name = '', part = '', field = ''] = path.split('.');
    const schema = (endpoints as Record<string, Endpoint>)[name]?.[part as 'body'];
    const { bad, good } =
      held[path] ??
      (bound.startsWith('From 2000')
        ? { bad: ['1999-12-31', '2200-01-01', '0001-01-01'], good: ['2000-01-01', '2199-12-31'] }
        : { bad: ['soon', '2026-02-30'], good: ['2026-11-27'] });
    const issuesAt = (value: string) =>
      schema
        ?.safeParse({ [field]: value })
        .error?.issues.filter(({ path: [at] }) => at === field) ?? [];
    for (const value of bad) expect([value, issuesAt(value).length > 0]).toEqual([value, true]);
    for (const value of good) expect([value, issuesAt(value)]).toEqual([value, []]);
  });

  test('the day is that of Lagos, where it begins an hour before UTC', () => {
    vi.useFakeTimers({ now: Date.parse('2026-12-31T23:30:00Z') });
    const read = (dob: string, vehicleYear: string) =>
      newBookingSchema
        .safeParse({ dob, vehicleYear })
        .error?.issues.filter(({ path: [at] }) => at === 'dob' || at === 'vehicleYear') ?? [];
    expect(read('2027-01-01', '2027')).toEqual([]);
    expect(read('2027-01-02', '2028').map(({ message }) => message)).toEqual([
      'Enter a date of birth that is not in the future.',
      'Enter a year that is not in the future.',
    ]);
  });
});
