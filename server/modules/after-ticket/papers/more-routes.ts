import { hash } from 'node:crypto';
import type { RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Booking } from '#contract/bookings.ts';
import type { FileField } from '#contract/endpoint.ts';
import { said, type Say, sayEnglish } from '#contract/language.ts';
import {
  disputeNumber,
  mostDisputeFiles,
  objectionSchema,
} from '#contract/modules/after-ticket/disputes.ts';
import { readTicketCode } from '#contract/ticket-code.ts';
import { pictureLimit } from '#contract/upload-limits.ts';
import type { Deps } from '#server/deps.ts';
import { guardSignIns } from '#server/features/auth/commands.ts';
import { bookingNow, picturesOf } from '#server/features/bookings/queries.ts';
import { contactsOf } from '#server/features/contacts/queries.ts';
import { languagesOf } from '#server/features/languages/queries.ts';
import { whoseWork } from '#server/http/attempts.ts';
import { isShort } from '#server/http/bound-connections.ts';
import { TooBusy } from '#server/http/bounded.ts';
import type { Actor } from '#server/http/caller.ts';
import type { Form } from '#server/http/multipart.ts';
import { readAs } from '#server/http/read-schema.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { changeOptOutOf, openingCodes } from '#server/modules/after-ticket/messages/commands.ts';
import { isOptedOut, messagesTold } from '#server/modules/after-ticket/messages/queries.ts';
import { zonedMomentOf } from '#server/time.ts';
import { morePage, type Typed } from './more-page.ts';
import { joined } from './paper-words.ts';
import { type Kept, proofPage, type Ways } from './proof-page.ts';
import type { Frame } from './public-page.ts';
import { bookedPersonOf, type BookedPerson } from './queries.ts';
import { readerOf } from './reader.ts';
import { proofOf, provesBooked } from './rules.ts';

const sentTooOften = new Refusal(
  429,
  'too_often',
  said('You have sent this form too often. Wait a minute and try again.'),
);

interface CodeRoute {
  Params: { code: string };
}

interface Answering {
  readonly show: (reply: FastifyReply, status: number, page: string | Buffer) => FastifyReply;
  readonly limited: (perMinute: number) => Limited;
  /** For a page of no ticket. */
  readonly frameOf: (request: FastifyRequest) => Promise<Frame>;
}

/** Options of a route that answers a page to whoever asks too often. */
interface Limited {
  readonly config: { readonly rateLimit: RateLimitOptions };
  readonly errorHandler: (
    error: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>;
}

const files: readonly FileField[] = [{ name: 'pictures', kind: 'evidence', many: true }];

/** What was written in the form of an objection. */
const keptIn = (fields: Form['fields']): Kept => ({
  ground: fields.get('ground') ?? '',
  words: fields.get('words') ?? '',
  phone: fields.get('phone') ?? '',
});

/** What is wrong, by field: what is too large is so by its files. */
const wrongOf = ({ fields = {}, error, status }: Refusal): Typed['wrong'] =>
  Object.keys(fields).length > 0 ? fields : status === 413 ? { pictures: tooLarge } : { '': error };

const saidIn = (say: Say, typed: Typed): Typed => ({
  ...typed,
  wrong: Object.fromEntries(
    Object.entries(typed.wrong).map(([field, sentence]) => [field, say(sentence)]),
  ),
});

/** What a ticket says of the stop, to whoever was stopped. */
const ticketFacts = ({ offence, laws, price, location, zone, eoCode, ...booking }: Booking) => ({
  offences: offence.map(({ id, name, amount }, line) => ({
    id,
    name,
    amount,
    law: laws[line] ?? '',
  })),
  total: price,
  place: joined(location, zone),
  issued: zonedMomentOf(booking.captured?.madeAt ?? booking.createdAt),
  officer: eoCode,
  officerName: booking.createdBy.name,
});

/** Bytes that are read of a form: pictures may be larger than what is kept of them. */
const formLimit = 192 * 1024 * 1024;
const tooLarge = sayEnglish('Send at most {files} files of {size} MB each.', {
  files: mostDisputeFiles,
  size: pictureLimit / 1024 ** 2,
});
/** Too many send pictures at once: whoever is refused keeps what was written. */
function busyOf(error: unknown): Refusal {
  if (error instanceof TooBusy)
    return new Refusal(
      503,
      'too_busy',
      said('Too many people are sending files. Try again in a minute.'),
    );
  throw error;
}

const noLength = new Refusal(413, 'too_large', tooLarge);

/** Milliseconds for which files are taken from an opened page. */
const formMs = 12 * 3_600_000;
const formOf = (code: string) => `form of ${code}`;
/** Whoever has opened the page sends this in each form of it. Another number opens the page anew. */
const openedBy = (code: string, { numbers }: BookedPerson) =>
  `opened ${code} ${hash('sha256', JSON.stringify(numbers))}`;
const keySchema = z.object({
  expires: z.string().default('').catch(''),
  signature: z.string().default('').catch(''),
});
const unopened = new Refusal(
  403,
  'unopened',
  said('This page has expired. Open your ticket below, then select your files again.'),
);

const notYours = said(
  'These four characters do not belong to this ticket. Check the ticket code and the characters that you entered.',
);

const ofTicket = (code: string) => ({ email: `ticket ${code}` });

/** Not refused: the page comes again in another language, and nothing counts as an attempt. */
const onlyLanguage = new Refusal(409, 'only_language', '');

const nothingGiven = new Refusal(400, 'no_proof', said('Enter one of these before you continue.'));
const takesNoFiles = new Refusal(
  413,
  'too_large',
  said(
    'You cannot send files when you ask for a code. Remove the files, then ask for the code again.',
  ),
);
const noCodes = new Refusal(
  409,
  'no_codes',
  said('We cannot send codes. Enter four characters instead.'),
);
const wrongCode = new Refusal(
  403,
  'wrong_code',
  said(
    'This code does not open the ticket. It may have expired, or there may be a newer one. After five attempts, ask for another code.',
  ),
);

/**
 * The part of a ticket's page that the booked person alone opens, by a second proof. A code without a
 * ticket is answered like a wrong proof.
 */
export function moreRoutes(
  server: FastifyInstance,
  deps: Deps,
  { show, limited, frameOf }: Answering,
): void {
  const { db, config, fileAddresses } = deps;
  const { objections } = deps.consequences;
  const guard = guardSignIns(db, { perMinute: 10, of: 'proofs' });
  const codes = openingCodes(deps);
  const nobody = ({ ip }: FastifyRequest): Actor => ({ id: null, role: 'nobody', address: ip });

  /** The code as an address may hold it. */
  const codeIn = ({ params: { code } }: FastifyRequest<CodeRoute>) =>
    readTicketCode(code) ?? encodeURIComponent(code.slice(0, 60).toWellFormed());

  /** What signs `name` for as long as the page of a ticket may stay open. */
  const signed = (name: string) => new URL(fileAddresses.of(name, formMs), config.publicUrl).search;
  const isSigned = (name: string, said: unknown) => {
    const { expires, signature } = keySchema.parse(said);
    return fileAddresses.holds(name, expires, signature);
  };
  /** The page of a ticket gives its form this, so that files are read of whoever has opened it alone. */
  const keyFor = (code: string) => signed(formOf(code));
  const hasKey = ({ query }: FastifyRequest, code: string) => isSigned(formOf(code), query);

  const isOfOpened = (proof: string) => proof.startsWith('?expires=');
  /** It holds for as long as the page that was opened. In an address it would be in logs and histories. */
  const proofFor = (code: string, person: BookedPerson, proof: string) =>
    isOfOpened(proof) ? proof : signed(openedBy(code, person));

  /** A code without a ticket is answered in the same languages as others are. */
  async function frameFor(request: FastifyRequest<CodeRoute>): Promise<Frame> {
    const code = codeIn(request);
    const person = await bookedPersonOf(db, code, config.demo);
    const frame = await frameOf(request);
    if (!person) return frame;
    const at = `/t/${code}/more`;
    const asked = { at, query: request.query, language: person.language };
    return { ...frame, reader: await readerOf(await languagesOf(db, person), asked) };
  }

  async function waysOf(code: string): Promise<Ways> {
    const sends = await codes.areSent();
    return { codes: sends, signs: !sends || !(await guard.isUsedUp(ofTicket(code))) };
  }

  async function whoProves(
    request: FastifyRequest<CodeRoute>,
    fields: Form['fields'],
  ): Promise<Outcome<BookedPerson>> {
    const code = codeIn(request);
    const person = await bookedPersonOf(db, code, config.demo);
    const [proof, digits] = [fields.get('proof') ?? '', fields.get('code') ?? ''];
    if (fields.get('only') === 'language' && !isOfOpened(proof)) return onlyLanguage;
    if (isOfOpened(proof)) {
      const said = Object.fromEntries(new URLSearchParams(proof));
      return person && isSigned(openedBy(code, person), said) ? person : unopened;
    }
    if (digits + proof === '') return nothingGiven;
    if (digits !== '') return person && (await codes.opens(person, digits)) ? person : wrongCode;
    const guess = { ...ofTicket(code), address: request.ip, userId: undefined };
    const isRight = await guard.check(guess, () =>
      Promise.resolve(provesBooked(person?.numbers, proofOf(proof))),
    );
    if (isRight instanceof Refusal) return isRight;
    return person && isRight ? person : new Refusal(403, 'not_yours', notYours);
  }

  async function refuse(
    request: FastifyRequest<CodeRoute>,
    reply: FastifyReply,
    { status, code: why, error }: Refusal,
    fields: Form['fields'],
  ): Promise<FastifyReply> {
    const code = codeIn(request);
    const ways = await waysOf(code);
    const frame = await frameFor(request);
    const page = proofPage(frame, code, ways, {
      kept: keptIn(fields),
      ...(why === 'wrong_code' && ways.codes && { code: 'given' as const }),
      isOfProof: why === 'not_yours' || why === 'no_proof',
      // Where a code is the only way, the page says so by itself.
      wrong: why === 'used_up' && ways.codes ? '' : frame.reader.say(error),
    });
    return show(reply, why === 'only_language' ? 200 : status, page);
  }

  /**
   * Reads a form, asks for its proof, and shows the page as it is after `change`, or the file that this
   * answers. Whatever is refused, what was written comes back.
   */
  async function answer(
    request: FastifyRequest<CodeRoute>,
    reply: FastifyReply,
    change: (person: BookedPerson, form: Form, actor: Actor) => Promise<Typed | Buffer | undefined>,
  ): Promise<FastifyReply> {
    const code = codeIn(request);
    const frame = await frameFor(request);
    const upload = deps.openUpload(files, formLimit);
    const refused = (refusal: Refusal) => refuse(request, reply, refusal, upload.fields);
    if (!(Number(request.headers['content-length']) >= 0)) return refused(noLength);
    try {
      if (!isShort(request.headers) && !hasKey(request, code)) {
        await upload.readWords(request, reply);
        return await refused(unopened);
      }
      const form = await upload.read(request, reply, `ticket ${code}`).catch(busyOf);
      if (form instanceof Refusal && form.status === 503) await upload.readWords(request, reply);
      const { fields } = upload;
      const proof = fields.get('proof') ?? '';
      const isUnproved = proof === '' && !fields.get('code');
      if (form instanceof Refusal && (isUnproved || form.status === 503))
        return await refused(form);
      const person = await whoProves(request, fields);
      if (person instanceof Refusal) return await refused(person);
      const changed =
        form instanceof Refusal
          ? { ...keptIn(upload.fields), wrong: wrongOf(form) }
          : await change(person, form, nobody(request));
      if (Buffer.isBuffer(changed)) return await save(reply, person, changed);
      const { say } = frame.reader;
      const whose = {
        authority: (await contactsOf(db, person)).name || frame.authority,
        reader: frame.reader,
        code,
        proof: proofFor(code, person, proof),
        key: keyFor(code),
      };
      const page = morePage(whose, await moreOf(person), changed && saidIn(say, changed));
      const isWrong = changed !== undefined && Object.keys(changed.wrong).length > 0;
      const status = form instanceof Refusal ? form.status : isWrong ? 400 : 200;
      return await show(reply, status, page);
    } finally {
      await upload.clear();
    }
  }

  const save = (reply: FastifyReply, { id }: BookedPerson, pdf: Buffer): FastifyReply =>
    show(
      reply.header(
        'content-disposition',
        `attachment; filename="objection-${disputeNumber(id)}.pdf"`,
      ),
      200,
      pdf,
    );

  /** A form that comes too soon after others is read, so that its words come back. */
  const keeping = (perMinute: number): Limited => {
    const usual = limited(perMinute);
    return {
      config: { rateLimit: { ...usual.config.rateLimit, hook: 'preHandler' } },
      errorHandler: async (error, request, reply) => {
        const isForm = /^multipart\//i.test(request.headers['content-type'] ?? '');
        if (error.statusCode !== 429 || !isForm) return usual.errorHandler(error, request, reply);
        const upload = deps.openUpload([], formLimit);
        await upload.readWords(request, reply);
        await upload.clear();
        const { fields } = upload;
        return refuse(request as FastifyRequest<CodeRoute>, reply, sentTooOften, fields);
      },
    };
  };

  async function moreOf(person: BookedPerson) {
    const { id, organisation, demo, phone, plate, due_day, receipt } = person;
    const said = await objections.read(db, id, person);
    const pictures = await picturesOf({ db, fileAddresses }, id);
    return {
      plate,
      ...ticketFacts(await bookingNow(db, id)),
      dueDay: due_day,
      pictures: pictures.filter(({ shows }) => shows === 'scene').map(({ address }) => address),
      whyNot: said.whyNot,
      dispute: said.made && { ...said.made, number: disputeNumber(id) },
      messages: (await messagesTold(db, id)).filter(({ state }) => state !== 'stopped'),
      optedOut: await isOptedOut(db, { organisation, demo, phone }),
      hasReceipt: receipt !== null && receipt !== '',
    };
  }

  server.get<CodeRoute>('/t/:code/more', limited(120), async (request, reply) => {
    const code = codeIn(request);
    return show(reply, 200, proofPage(await frameFor(request), code, await waysOf(code)));
  });

  server.post<CodeRoute>('/t/:code/code', keeping(60), async (request, reply) => {
    const code = codeIn(request);
    const upload = deps.openUpload([], formLimit);
    const refused = (refusal: Refusal) => refuse(request, reply, refusal, upload.fields);
    try {
      if (!isShort(request.headers)) {
        await upload.readWords(request, reply);
        return await refused(takesNoFiles);
      }
      const form = await upload.read(request, reply, `ticket ${code}`);
      if (form instanceof Refusal) return await refused(form);
      const ways = await waysOf(code);
      if (!ways.codes) return await refused(noCodes);
      const ticket = await bookedPersonOf(db, code, config.demo);
      const why = await codes.ask({ ticketCode: code, ticket, actor: nobody(request) });
      if (why) return await refused(why);
      const said = { code: 'asked', kept: keptIn(form.fields) } as const;
      return await show(reply, 200, proofPage(await frameFor(request), code, ways, said));
    } finally {
      await upload.clear();
    }
  });

  server.post<CodeRoute>('/t/:code/more', keeping(60), (request, reply) =>
    answer(request, reply, (_person, form) => {
      const kept = keptIn(form.fields);
      return Promise.resolve(kept.ground + kept.words === '' ? undefined : { ...kept, wrong: {} });
    }),
  );

  server.post<CodeRoute>('/t/:code/objection', keeping(60), (request, reply) =>
    answer(request, reply, async ({ id }, form, actor) => {
      const kept = keptIn(form.fields);
      const body = readAs(objectionSchema, kept);
      const taken =
        body instanceof Refusal ? body : await objections.take(deps, actor, id, body, form.files);
      return taken instanceof Refusal ? { ...kept, wrong: wrongOf(taken) } : undefined;
    }),
  );

  server.post<CodeRoute>('/t/:code/objection/copy', limited(20), (request, reply) =>
    answer(request, reply, async ({ id }) => {
      const pdf = await objections.paper(
        deps,
        id,
        whoseWork(undefined, request.ip),
        (await frameFor(request)).reader.say.language,
      );
      return pdf ?? undefined;
    }),
  );

  server.post<CodeRoute>('/t/:code/messages', limited(60), (request, reply) =>
    answer(request, reply, async ({ id: _id, organisation, demo, phone: phoneNo }, form, actor) => {
      const optedOut = form.fields.get('stop') === 'yes';
      const reason = 'Somebody made this choice on the ticket’s page.';
      const stands = await isOptedOut(db, { organisation, demo, phone: phoneNo });
      if (stands === optedOut) return undefined;
      await changeOptOutOf(deps, actor, { _id, organisation, demo, phoneNo }, { optedOut, reason });
      return undefined;
    }),
  );
}
