import { z } from 'zod';
import { answer, listAnswer, pageQuery } from './answers.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import type { AuditEvent } from './events.ts';
import {
  type Days,
  daysInOrder,
  daysReversed,
  type ExportFormat,
  exportFormatSchema,
  exportTypes,
  searchFilter,
} from './list-filters.ts';
import type { Organisation } from './places.ts';
import type { Permission } from './roles.ts';

type ExportType = (typeof exportTypes)[keyof typeof exportTypes];
type Exported = Extract<AuditEvent, `${string}.exported`>;
type RegisterName = Exported extends `${infer Name}.exported` ? Name : never;

type Shape = Readonly<Record<string, z.ZodType>>;

/** A filter that takes one of several values, and how a screen words them. */
export interface Choice {
  readonly label: string;
  readonly schema: z.ZodType;
  readonly words: Readonly<Record<string, string>>;
}
type Choices = Readonly<Record<string, Choice>>;
type ChoiceSchemas<C extends Choices> = { [Name in keyof C]: z.ZodOptional<C[Name]['schema']> };

/** The states of a register's records in words: the tabs of its screen, and its filter `state`. */
type Tabs = Readonly<Record<string, string>>;
type TabOf<T extends Tabs> = keyof T & string;
type InTab<T extends Tabs> = object extends T
  ? object
  : { state: z.ZodOptional<z.ZodEnum<{ [Name in TabOf<T>]: Name }>> };

type Summed<Sum extends string> = [Sum] extends [never] ? object : { amount: z.ZodNumber };

/** How many records match, counted up to the reach of a list: there may be `more`. */
const sizeSchema = z.strictObject({
  total: z.number().int(),
  more: z.literal(true).optional(),
});

interface Said<
  Row extends z.ZodType,
  Narrowed extends Shape,
  C extends Choices,
  T extends Tabs,
  Also extends Shape,
  Sum extends string,
> {
  /** In the plural, as its file and the event of its export are called. */
  readonly name: RegisterName;
  readonly path: `/api/v1/${string}`;
  readonly see: Permission;
  /** The right to take it as a file. */
  readonly exports: Permission;
  readonly row: Row;
  /** The places and days to which it can be narrowed: `placeFilters`, `placeAndDays` or more. */
  readonly narrowing: Narrowed;
  readonly choices: C;
  readonly tabs: T;
  /** The state that is meant where none is named; without it that is any. */
  readonly usual?: TabOf<T>;
  /** A search looks for this, in words; a register without it can't be searched. */
  readonly searched?: string;
  /** Its page says the naira of all that match, in these words after the amount: `amount` of the answer. */
  readonly sum?: Sum;
  /** Asked of its page alone, such as the records of one ticket. */
  readonly also: Also;
}

/**
 * A list of records, declared once: the call for a page of it, the same as a file (400 for more than
 * `exportLimits`), and how many are in each state. The server fills it by `serveRegister`, and a screen
 * shows it by `RegisterPage`.
 */
export function register<
  const Row extends z.ZodType,
  const Narrowed extends Shape,
  const C extends Choices,
  const T extends Tabs,
  const Also extends Shape,
  const Sum extends string = never,
>(said: Said<Row, Narrowed, C, T, Also, Sum>) {
  const { name, path, see, exports, row, tabs, usual } = said;
  const chosen = Object.fromEntries(
    Object.entries(said.choices).map(([name, { schema }]) => [name, schema.optional()]),
  ) as ChoiceSchemas<C>;
  const narrowing = { ...said.narrowing, ...chosen };
  const tab = z.enum(Object.keys(tabs) as [TabOf<T>, ...TabOf<T>[]]);
  const narrowed = {
    ...narrowing,
    ...((said.searched === undefined ? {} : { search: searchFilter.optional() }) as {
      search: z.ZodOptional<typeof searchFilter>;
    }),
  };
  const inTab = {
    ...narrowed,
    ...((Object.keys(tabs).length === 0
      ? {}
      : { state: usual === undefined ? tab.optional() : tab.default(usual as never) }) as InTab<T>),
  };
  const inOrder = (asked: unknown) => daysInOrder(asked as Days);
  return {
    ...said,
    narrowing,
    list: endpoint({
      method: 'GET',
      path,
      permission: see,
      audit: null,
      query: z.strictObject({ ...pageQuery, ...inTab, ...said.also }).refine(inOrder, daysReversed),
      response: listAnswer(row).extend(
        (said.sum === undefined ? {} : { amount: z.number() }) as Summed<Sum>,
      ),
    }),
    file: endpoint({
      method: 'GET',
      path: `${path}/export`,
      permission: exports,
      audit: `${name}.exported` as const,
      query: z.strictObject({ ...inTab, format: exportFormatSchema }).refine(inOrder, daysReversed),
      download: Object.values(exportTypes),
      response: z.string(),
    }),
    /** How many records each state has. */
    sizes: endpoint({
      method: 'GET',
      path: `${path}/sizes`,
      permission: see,
      audit: null,
      query: z.strictObject(narrowed).refine(inOrder, daysReversed),
      response: answer(
        z.strictObject(
          Object.fromEntries(Object.keys(tabs).map((state) => [state, sizeSchema])) as Record<
            TabOf<T>,
            typeof sizeSchema
          >,
        ),
      ),
    }),
  };
}

/** These filters choose records of any register, once its schema has read them. */
export interface Chosen {
  readonly state?: string | undefined;
  readonly search?: string | undefined;
  readonly organisation?: Organisation | undefined;
  readonly zone?: string | undefined;
}
interface AskedBy<More> extends Endpoint {
  readonly permission: Permission;
  readonly query: z.ZodObject<Record<string, z.ZodType>> & z.ZodType<Chosen & More>;
}

type Page = Omit<z.output<ReturnType<typeof listAnswer>>, 'data'> & {
  data: ({ id: string } | { _id: string })[];
  /** Naira, of a register with a sum. */
  amount?: number;
};
export type Size = z.output<typeof sizeSchema>;

/** Any register, for what handles all of them. */
export interface Register {
  readonly name: RegisterName;
  readonly tabs: Tabs;
  readonly narrowing: Shape;
  readonly choices: Choices;
  readonly searched?: string;
  readonly sum?: string;
  readonly list: AskedBy<{ readonly page: number; readonly limit: number }> & {
    readonly response: z.ZodType<Page>;
  };
  readonly file: AskedBy<{ readonly format: ExportFormat }> & {
    readonly download: readonly ExportType[];
  };
  readonly sizes: AskedBy<unknown> & {
    readonly response: z.ZodType<{ success: true; data: Readonly<Record<string, Size>> }>;
  };
}

/** One record of a register, as it crosses the wire. */
export type RecordOf<R extends Register> = z.output<R['list']['response']>['data'][number];
export type StateOf<R extends Register> = keyof R['tabs'] & string;
export type AskedOf<R extends Register> = z.output<R['list']['query']>;

/** Names the calls of a register for the list of endpoints: `listHolds`, `exportHolds`, `sizesOfHolds`. */
export const callsOf = <const Names extends string, R extends Register>(names: Names, of: R) =>
  ({
    [`list${names}`]: of.list,
    [`export${names}`]: of.file,
    ...(Object.keys(of.tabs).length > 0 ? { [`sizesOf${names}`]: of.sizes } : {}),
  }) as Record<`list${Names}`, R['list']> &
    Record<`export${Names}`, R['file']> &
    (object extends R['tabs'] ? object : Record<`sizesOf${Names}`, R['sizes']>);
