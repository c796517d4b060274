import Fastify, { type InjectOptions, type RouteOptions } from 'fastify';
import { expect } from 'vitest';
import { z } from 'zod';
import { answer } from '#contract/answers.ts';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import type { Caller } from '#server/http/caller.ts';
import { answerErrors } from '#server/http/errors.ts';
import { ForgedToken, type Outcome, Refusal } from '#server/http/refusal.ts';
import { refusalNotes, type SecurityEvent } from '#server/http/security-events.ts';
import { createServe } from '#server/http/serve.ts';
import type { Told } from '#server/http/told.ts';

export const officer: Caller = {
  userId: 'officer',
  sessionId: 'S1',
  role: 'booking officer',
  name: 'Amina Sule',
  state: 'Kaduna',
  scope: { organisation: 'Kaduna', zone: null, demo: 'excluded' },
  demo: false,
  lacksFactor: false,
};
const guest: Caller = { ...officer, userId: 'guest', sessionId: null, role: 'guest' };
const callers: Readonly<Record<string, Outcome<Caller>>> = {
  officer,
  guest,
  admin: { ...officer, userId: 'admin', role: 'state admin' },
  factorless: { ...officer, lacksFactor: true },
  forged: new ForgedToken(401, 'session_ended', 'Your session has ended. Sign in to continue.'),
};
const nobody = new Refusal(401, 'not_signed_in', 'Sign in first.');
const unproved = new Refusal(403, 'proof_needed', 'Confirm first that it is you.');

/** A server with one endpoint, which says who is calling by name; `heard` is what became of it. */
export function serving(mount: (serve: ReturnType<typeof createServe>) => void, told?: Told) {
  const heard = {
    asUse: [] as (boolean | undefined)[],
    routes: [] as RouteOptions[],
    proofs: 0,
    notes: [] as Omit<SecurityEvent, 'address'>[],
  };
  const server = Fastify();
  server.addContentTypeParser('multipart/form-data', (_request, _body, read) => {
    read(null);
  });
  server.addHook('onRoute', (route) => void heard.routes.push(route));
  answerErrors(server);
  const events = {
    note({ address, ...event }: SecurityEvent) {
      expect(address).toBe('127.0.0.1');
      heard.notes.push(event);
    },
  };
  const serve = createServe(
    server,
    (authorization, countsAsUse) => {
      heard.asUse.push(countsAsUse);
      return Promise.resolve(callers[authorization ?? ''] ?? nobody);
    },
    () => ({
      read: () => Promise.resolve(new Refusal(413, 'too_large', 'Send less at once.')),
      fields: new Map(),
      readWords: () => Promise.resolve(),
      clear: () => Promise.resolve(),
    }),
    ({ role }) => {
      heard.proofs += 1;
      return Promise.resolve(role === 'state admin' ? null : unproved);
    },
    refusalNotes(events),
    told,
  );
  mount(serve);
  const call = async (who: string | undefined, options: InjectOptions = {}) => {
    const headers = { ...(who && { authorization: who }), ...options.headers };
    const answered = await server.inject({ method: 'GET', url: '/it/1', ...options, headers });
    const body: unknown = String(answered.headers['content-type']).includes('json')
      ? answered.body === ''
        ? ''
        : answered.json()
      : answered.body;
    return { status: answered.statusCode, body, headers: answered.headers };
  };
  return { server, call, heard };
}

export const it = {
  method: 'GET',
  path: '/it/:id',
  permission: 'book',
  audit: null,
  params: z.object({ id: z.string() }),
  response: answer(z.string()),
} as const satisfies Endpoint;
export const done = () => Promise.resolve({ success: true as const, data: 'done' });
export const simple = (changes: Partial<Endpoint> = {}) =>
  serving((serve) => {
    serve(endpoint({ ...it, ...changes }) as Endpoint, done);
  });
