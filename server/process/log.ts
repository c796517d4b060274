import { AsyncLocalStorage } from 'node:async_hooks';
import cluster from 'node:cluster';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [key: string]: unknown;
}

/**
 * An error for the log: its kind and place, and nothing of the record concerned. PostgreSQL puts
 * that into `detail`, `where` and some messages.
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

const calls = new AsyncLocalStorage<string>();

/** Does the work of a call: whatever it logs carries the call's id. */
export const inCall = <T>(requestId: string, work: () => T): T => calls.run(requestId, work);

const options: LoggerOptions = {
  level: levelFrom(process.env['LOG_LEVEL']),
  messageKey: 'what',
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  base: { process: cluster.isWorker ? 'server' : 'first', pid: process.pid },
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: errorForLog },
  mixin(_line, _level, logger) {
    const request = calls.getStore();
    // The log of a call says it by itself.
    return request === undefined || 'request' in logger.bindings() ? {} : { request };
  },
  hooks: {
    logMethod(args, method) {
      const [only, ...more] = args as unknown[];
      if (!(only instanceof Error) || more.length > 0) method.apply(this, args);
      else method.apply(this, [{ err: only }, errorForLog(only).message]);
    },
  },
};

/** A log whose lines are JSON: `time`, `level`, `process`, `pid`, `request` in a call, and `what`. */
export const openLog = (to: DestinationStream): Logger => pino(options, to);

/**
 * The server's log, on its error output. The other output has a few sentences for the operator who
 * starts it. No line names a person.
 */
export const log: Logger = openLog(pino.destination({ fd: 2, sync: true }));

function levelFrom(wanted: string | undefined): 'info' | 'warn' | 'error' {
  return wanted === 'warn' || wanted === 'error' ? wanted : 'info';
}
