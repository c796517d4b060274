import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/answers.ts';
import type { Refusal } from './refusal.ts';

export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const failure: Failure = {
    success: false,
    error: refusal.error,
    code: refusal.code,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
  };
  return reply.status(refusal.status).send(failure);
}

const sentences: Record<number, { code: string; error: string }> = {
  400: { code: 'unreadable', error: 'The request could not be read. Check it and send it again.' },
  413: { code: 'too_large', error: 'The request is too large. Send less at once.' },
  415: { code: 'wrong_type', error: 'Send the request as application/json.' },
  429: { code: 'too_often', error: 'Too many attempts. Wait a minute and try again.' },
};

const unexpected = {
  code: 'unexpected',
  error: 'Something went wrong on the server. Try again in a moment.',
};

/** Every error is answered with one sentence; its details go to the log only. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  const known = sentences[status] ?? (status < 500 ? sentences[400] : undefined);
  if (!known) request.log.error(error);
  const failure: Failure = { success: false, ...(known ?? unexpected) };
  return reply.status(known ? status : 500).send(failure);
}

/** The router can't decode some addresses: those never reach a route or its error handler. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void answerError(error, request, reply);
}
