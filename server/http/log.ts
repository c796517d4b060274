import type { FastifyServerOptions } from 'fastify';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [key: string]: unknown;
}

/**
 * An error as it is logged: what happened and where, but nothing of the record it happened to, which
 * PostgreSQL puts into `detail` and `where`, and for some errors into the message.
 */
export function errorForLog(error: Error): LoggedError {
  const { name, message, stack = '' } = error;
  const { code, constraint, table, column } = error as {
    readonly code?: unknown;
    readonly constraint?: unknown;
    readonly table?: unknown;
    readonly column?: unknown;
  };
  const isAboutValue = typeof code === 'string' && code.length === 5 && code.startsWith('22');
  // The stack repeats the message.
  const frames = stack.slice(Math.max(0, stack.search(/^ {4}at /m)));
  return {
    type: name,
    message: isAboutValue ? 'a value was refused' : message,
    stack: isAboutValue ? frames : stack,
    code,
    constraint,
    table,
    column,
    ...(error.cause instanceof Error && { cause: errorForLog(error.cause) }),
  };
}

/** How errors are logged, also one that is logged without words of its own. */
export const logging = {
  level: 'warn',
  serializers: { err: errorForLog },
  hooks: {
    logMethod(args, method) {
      const [only, ...more] = args as unknown[];
      if (!(only instanceof Error) || more.length > 0) method.apply(this, args);
      else method.apply(this, [{ err: only }, errorForLog(only).message]);
    },
  },
} satisfies FastifyServerOptions['logger'];
