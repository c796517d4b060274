import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { objectionSchema } from '#contract/disputes.ts';
import type { FileField } from '#contract/endpoint.ts';
import { readTicketCode } from '#contract/signed-tickets.ts';
import { pictureLimit } from '#contract/upload-limits.ts';
import type { Deps } from '#server/deps.ts';
import { guardSignIns } from '#server/features/auth/commands.ts';
import { picturesOf } from '#server/features/bookings/queries.ts';
import { contactsOf } from '#server/features/contacts/queries.ts';
import { changeOptOutOf } from '#server/features/messages/commands.ts';
import { isOptedOut, messagesTold } from '#server/features/messages/queries.ts';
import { networkOf } from '#server/http/attempts.ts';
import type { Actor } from '#server/http/caller.ts';
import type { Form } from '#server/http/multipart.ts';
import { readAs } from '#server/http/read-schema.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { morePage, proofPage, type Typed } from './more-page.ts';
import { bookedPersonOf, type BookedPerson } from './queries.ts';
import { proofOf, provesBooked } from './rules.ts';

interface CodeRoute {
  Params: { code: string };
}

interface Answering {
  readonly show: (reply: FastifyReply, status: number, page: string) => FastifyReply;
  readonly limited: (perMinute: number) => RouteShorthandOptions;
}

const files: readonly FileField[] = [{ name: 'pictures', kind: 'picture', many: true }];

/** Bytes of a whole form: its pictures, and a megabyte of words. */
const formLimit = 3 * pictureLimit + 1024 * 1024;
const tooLarge = new Refusal(413, 'too_large', 'Send at most three pictures of 15 MB each.');

const notYours =
  'These four characters do not belong to this ticket. Check its code, and the number that you gave.';

/**
 * The part of a ticket's page that the booked person alone opens, by a second proof. A code without a
 * ticket is answered like a wrong proof.
 */
export function moreRoutes(
  server: FastifyInstance,
  deps: Deps,
  { show, limited }: Answering,
): void {
  const { db, config, fileAddresses, authorityName } = deps;
  const { objections } = deps.consequences;
  const guard = guardSignIns(db, { perMinute: 10 });

  /** The code as an address may hold it. */
  const codeIn = ({ params: { code } }: FastifyRequest<CodeRoute>) =>
    readTicketCode(code) ?? encodeURIComponent(code.slice(0, 60));

  async function whoProves(
    request: FastifyRequest<CodeRoute>,
    proof: string,
  ): Promise<Outcome<BookedPerson>> {
    const code = codeIn(request);
    const person = await bookedPersonOf(db, code, config.demo);
    const guess = { email: `ticket ${code}`, address: request.ip, userId: undefined };
    const isRight = await guard.check(guess, () =>
      Promise.resolve(provesBooked(person?.numbers, proofOf(proof))),
    );
    if (isRight instanceof Refusal) return isRight;
    return person && isRight ? person : new Refusal(403, 'not_yours', notYours);
  }

  /** Reads a form, asks for its proof, and shows the page as it is after `change`. */
  async function answer(
    request: FastifyRequest<CodeRoute>,
    reply: FastifyReply,
    change: (person: BookedPerson, form: Form, actor: Actor) => Promise<Typed | undefined>,
  ): Promise<FastifyReply> {
    const code = codeIn(request);
    const authority = await authorityName();
    const refuse = ({ status, error }: Refusal) =>
      show(reply, status, proofPage(authority, code, error));
    // Without a length nobody knows how much is to come.
    if (!(Number(request.headers['content-length']) <= formLimit)) return refuse(tooLarge);
    const upload = deps.openUpload(files);
    try {
      const form = await upload.read(request, reply, networkOf(request.ip));
      if (form instanceof Refusal) return await refuse(form);
      const proof = form.fields.get('proof') ?? '';
      const person = await whoProves(request, proof);
      if (person instanceof Refusal) return await refuse(person);
      const actor = { id: null, role: 'nobody', address: request.ip } as const;
      const typed = await change(person, form, actor);
      const whose = { authority: (await contactsOf(db, person)).name || authority, code, proof };
      const page = morePage(whose, await moreOf(person), typed);
      return await show(reply, typed ? 400 : 200, page);
    } finally {
      await upload.clear();
    }
  }

  async function moreOf(person: BookedPerson) {
    const { id, organisation, demo, phone, plate, due_day, receipt } = person;
    const said = await objections.read(db, id, person);
    const pictures = await picturesOf({ db, fileAddresses }, id);
    return {
      plate,
      dueDay: due_day,
      pictures: pictures.filter(({ shows }) => shows === 'scene').map(({ address }) => address),
      whyNot: said.whyNot,
      dispute: said.made,
      messages: (await messagesTold(db, id)).filter(({ state }) => state !== 'stopped'),
      optedOut: await isOptedOut(db, { organisation, demo, phone }),
      hasReceipt: receipt !== null && receipt !== '',
    };
  }

  server.get<CodeRoute>('/t/:code/more', limited(120), async (request, reply) =>
    show(reply, 200, proofPage(await authorityName(), codeIn(request))),
  );

  server.post<CodeRoute>('/t/:code/more', limited(60), (request, reply) =>
    answer(request, reply, () => Promise.resolve(undefined)),
  );

  server.post<CodeRoute>('/t/:code/objection', limited(60), (request, reply) =>
    answer(request, reply, async ({ id }, form, actor) => {
      const [ground, words, phone] = ['ground', 'words', 'phone'].map(
        (name) => form.fields.get(name) ?? '',
      ) as [string, string, string];
      const body = readAs(objectionSchema, { ground, words, phone });
      const taken =
        body instanceof Refusal ? body : await objections.take(deps, actor, id, body, form.files);
      if (!(taken instanceof Refusal)) return undefined;
      const wrong = Object.values(taken.fields ?? {})[0] ?? taken.error;
      return { ground, words, phone, wrong };
    }),
  );

  server.post<CodeRoute>('/t/:code/messages', limited(60), (request, reply) =>
    answer(request, reply, async ({ id: _id, organisation, demo, phone: phoneNo }, form, actor) => {
      const optedOut = form.fields.get('stop') === 'yes';
      const reason = 'Asked for on the page of the ticket.';
      const stands = await isOptedOut(db, { organisation, demo, phone: phoneNo });
      if (stands === optedOut) return undefined;
      await changeOptOutOf(deps, actor, { _id, organisation, demo, phoneNo }, { optedOut, reason });
      return undefined;
    }),
  );
}
