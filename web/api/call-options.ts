import type { z } from 'zod';
import type { Endpoint, FileField, QueryOf, SentBody, SentQuery } from '#contract/endpoint.ts';
import type { SentFile } from './multipart.ts';

type SentParams<E extends Endpoint> = E['params'] extends z.ZodType
  ? z.input<E['params']>
  : undefined;

/** The query of a call with its values as the server reads them. */
export type ReadQuery<E extends Endpoint> = {
  readonly [Name in keyof QueryOf<E>]?: QueryOf<E>[Name] | undefined;
};

/** A query may be given as text or as the values that the server reads from it. */
type AskedQuery<E extends Endpoint> = {
  readonly [Name in keyof QueryOf<E>]?:
    | QueryOf<E>[Name]
    | (Name extends keyof SentQuery<E> ? SentQuery<E>[Name] : never)
    | undefined;
};

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? object
  : object extends Value
    ? Partial<Record<Name, Value>>
    : Record<Name, Value>;

/** Files can be given where the endpoint takes them; the body is multipart then. */
type FilesPart<E extends Endpoint> = E['files'] extends readonly FileField[]
  ? { files?: readonly SentFile[] }
  : object;

/** Holds an answer against its schema; for one so long that it would hold up the page. */
export type Parse = <Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
) => Promise<z.ZodSafeParseResult<z.output<Schema>>>;

/** `kept`: the device keeps what is sent until the server has it. */
export type CallOptions<E extends Endpoint> = Part<'params', SentParams<E>> &
  Part<'query', SentQuery<E> | AskedQuery<E>> &
  Part<'body', SentBody<E>> &
  FilesPart<E> & { signal?: AbortSignal | undefined; kept?: boolean; parse?: Parse };

export type CallArguments<E extends Endpoint> =
  object extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];
