import { once } from 'node:events';
import { createConnection } from 'node:net';
import { z } from 'zod';

/** What a browser answers: see https://www.w3.org/TR/webdriver2 */
export type Ask = (
  name: CommandName,
  params?: Readonly<Record<string, unknown>>,
) => Promise<unknown>;

/** Each command by the name that Firefox's Marionette has for it, and as WebDriver has it over HTTP. */
const commands = {
  open: ['WebDriver:Navigate', 'POST', '/url'],
  refresh: ['WebDriver:Refresh', 'POST', '/refresh'],
  back: ['WebDriver:Back', 'POST', '/back'],
  run: ['WebDriver:ExecuteScript', 'POST', '/execute/sync'],
  runAsync: ['WebDriver:ExecuteAsyncScript', 'POST', '/execute/async'],
  click: ['WebDriver:ElementClick', 'POST', '/element/:id/click'],
  clear: ['WebDriver:ElementClear', 'POST', '/element/:id/clear'],
  type: ['WebDriver:ElementSendKeys', 'POST', '/element/:id/value'],
  windows: ['WebDriver:GetWindowHandles', 'GET', '/window/handles'],
  window: ['WebDriver:GetWindowHandle', 'GET', '/window'],
  enter: ['WebDriver:SwitchToWindow', 'POST', '/window'],
  close: ['WebDriver:CloseWindow', 'DELETE', '/window'],
  size: ['WebDriver:SetWindowRect', 'POST', '/window/rect'],
  picture: ['WebDriver:TakeScreenshot', 'GET', '/screenshot'],
  authenticator: ['WebAuthn:AddVirtualAuthenticator', 'POST', '/webauthn/authenticator'],
} as const;
export type CommandName = keyof typeof commands;

const mostMs = 60_000;
const failureSchema = z.object({ error: z.string(), message: z.string() });
const valueSchema = z.object({ value: z.unknown() });

/** A session with a driver that listens at `url`. */
export async function openSession(url: string, capabilities: unknown): Promise<Ask> {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(mostMs),
    });
    const { value } = valueSchema.parse(await answer.json());
    const failure = failureSchema.safeParse(value);
    if (!answer.ok && failure.success) throw new Error(wordsOf(failure.data));
    return value;
  };
  const opened = z
    .object({ sessionId: z.string() })
    .parse(await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } }));
  return (name, { id, ...params } = {}) => {
    const [, method, path] = commands[name];
    const to = `/session/${opened.sessionId}${path.replace(':id', String(id))}`;
    return send(method, to, method === 'POST' ? params : undefined);
  };
}

/**
 * The same with Firefox itself, whose Marionette listens at `port`. Debian has no geckodriver, which
 * translates WebDriver into these messages: `length:[0, number, name, params]`.
 */
export async function openMarionette(port: number): Promise<Ask> {
  const socket = createConnection(port, '127.0.0.1');
  await once(socket, 'connect');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const answerSchema = z.tuple([z.number(), z.number(), failureSchema.nullable(), z.unknown()]);
  const settle = (message: unknown) => {
    // The first message says which protocol is spoken, and answers nothing.
    const { success, data } = answerSchema.safeParse(message);
    if (!success) return;
    const [, number, failure, result] = data;
    const one = waiting.get(number);
    waiting.delete(number);
    if (failure) one?.reject(new Error(wordsOf(failure)));
    else one?.resolve(result);
  };
  let read = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    read = Buffer.concat([read, bytes]);
    for (;;) {
      const start = read.indexOf(':') + 1;
      const end = start + Number(read.toString('latin1', 0, start - 1));
      if (start === 0 || read.length < end) return;
      settle(JSON.parse(read.toString('utf8', start, end)));
      read = read.subarray(end);
    }
  });
  const gone = () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox is gone.'));
  };
  socket.on('error', gone).on('close', gone);

  let count = 0;
  const send = (name: string, params: unknown): Promise<unknown> => {
    count += 1;
    const one = Promise.withResolvers<unknown>();
    waiting.set(count, one);
    const text = JSON.stringify([0, count, name, params]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const late = setTimeout(() => one.reject(new Error(`No answer to ${name}.`)), mostMs);
    return one.promise.finally(() => clearTimeout(late));
  };
  await send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  return async (name, params = {}) => {
    const result = await send(commands[name][0], params);
    // Lists come as they are.
    const wrapped = valueSchema.safeParse(result);
    return wrapped.success ? wrapped.data.value : result;
  };
}

const wordsOf = ({ error, message }: z.infer<typeof failureSchema>) => `${error}: ${message}`;
