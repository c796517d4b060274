import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { said, sayEnglish } from '#contract/language.ts';
import { readCaseFileNumber } from '#contract/modules/after-ticket/court.ts';
import { offerOf } from '#contract/modules/after-ticket/ticket-rules.ts';
import { readScanned } from '#contract/signed-tickets.ts';
import { readTicketCode } from '#contract/ticket-code.ts';
import { isAway } from '#server/db/availability.ts';
import type { Deps } from '#server/deps.ts';
import { contactsOf, logoOf, phonesOfAll } from '#server/features/contacts/queries.ts';
import { languagesOf } from '#server/features/languages/queries.ts';
import { paymentPageOf } from '#server/features/payments/queries.ts';
import { whoseWork, networkOf } from '#server/http/attempts.ts';
import { TooBusy } from '#server/http/bounded.ts';
import { rulesMade } from '#server/modules/after-ticket/ticket-rules/queries.ts';
import { dayMs } from '#server/time.ts';
import { caseFilePage, noCaseFilePage } from './case-file-page.ts';
import { letterheadOf, publicReceipt } from './commands.ts';
import { stylePath } from './fonts.ts';
import { codePage, noTicketPage, notReceivedPage, troublePage } from './lost-pages.ts';
import { moreRoutes } from './more-routes.ts';
import { styleFile } from './paper-style.ts';
import { copyScript, ticketPage } from './public-page.ts';
import { publicStyle } from './public-style.ts';
import { noteShown, type PublicTicket, ticketOfCode } from './queries.ts';
import { englishReader, pathOf, type Reader, readerOf } from './reader.ts';

interface CodeRoute {
  Params: { code: string };
}

const silent = said('The payment page is not responding. Try again in a few minutes.');
const tooOften = said('You have opened this page too often. Wait a minute and try again.');
const unreadable = said('We could not read your form. Go back, and send the form again.');
const broken = said(
  'Something went wrong on the server. Try again in a moment. Reference {reference}.',
);

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The page runs the one script that copies, asks for a code here alone, and loads only its fonts. */
const publicPolicy =
  `default-src 'none'; style-src ${hashOf(publicStyle)}; script-src ${hashOf(copyScript)}; ` +
  `font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const pdfType = 'application/pdf';

/** Public pages are not cached or indexed, and their address is not passed on to linked sites. */
const publicHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': publicPolicy,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
} as const;

/**
 * The public page of a ticket under its code, without session or script. It is for drivers, and for
 * anybody who doubts a paper.
 */
export function publicTicketRoutes(server: FastifyInstance, deps: Deps): void {
  const {
    db,
    config,
    gateways,
    store,
    fileAddresses,
    authorityName,
    languagesOfAll,
    consequences,
  } = deps;
  const { demo, lateHours, publicUrl } = config;

  const show = (reply: FastifyReply, status: number, page: string | Buffer): FastifyReply =>
    reply
      .status(status)
      .headers({ ...publicHeaders, ...(typeof page !== 'string' && { 'content-type': pdfType }) })
      .send(page);

  const askedIn = (request: FastifyRequest) => ({ at: pathOf(request), query: request.query });
  const nobodys = async (request: FastifyRequest): Promise<Reader> =>
    readerOf(await languagesOfAll(), askedIn(request));

  /** Spoken in English where the database is away. */
  const frameOf = async (request: FastifyRequest) => ({
    authority: await authorityName(),
    reader: await nobodys(request).catch(() => englishReader(pathOf(request))),
  });

  const limited = (perMinute: number) => ({
    config: {
      rateLimit: {
        max: perMinute,
        timeWindow: 60_000,
        keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
      },
    },
    errorHandler: async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const frame = await frameOf(request);
      if (error.statusCode === 429) return show(reply, 429, troublePage(frame, tooOften));
      const { say } = frame.reader;
      const trouble = troublePage(frame, say(broken, { reference: request.id }));
      const { statusCode = 500 } = error;
      if (statusCode < 500) return show(reply, statusCode, troublePage(frame, unreadable));
      if (isAway(error) || error instanceof TooBusy)
        return show(reply.header('retry-after', '2'), 503, trouble);
      request.log.error(error);
      return show(reply, 500, trouble);
    },
  });

  const lost = async (request: FastifyRequest) => ({
    ...(await frameOf(request)),
    phones: await phonesOfAll(db, demo),
  });

  /** The ticket of a code, or the page that says why there is none. */
  async function find(
    request: FastifyRequest<CodeRoute>,
  ): Promise<[string, PublicTicket] | string> {
    const code = readTicketCode(request.params.code);
    if (code === undefined) return noTicketPage(await lost(request), '');
    const ticket = await ticketOfCode(db, code, demo);
    return ticket ? [code, ticket] : notReceivedPage(await lost(request), lateHours);
  }

  const readerOfTicket = async (request: FastifyRequest, ticket: PublicTicket): Promise<Reader> =>
    readerOf(await languagesOf(db, ticket), { ...askedIn(request), language: ticket.language });

  const headingOf = async (request: FastifyRequest, ticket: PublicTicket) => {
    const reader = await readerOfTicket(request, ticket);
    const [contacts, logo] = [await contactsOf(db, ticket), await logoOf(db, ticket)];
    const rules = await rulesMade(db, ticket, ticket.issuedAt);
    return {
      authority: contacts.name || config.authorityName,
      reader,
      contacts,
      offer: rules && offerOf(rules),
      notes: await consequences.notesOnPage(db, ticket, reader.say),
      stillOpen: await consequences.stillOpen(db, ticket.id),
      takesBills: gateways.of(ticket.organisation) !== null,
      logo: logo && fileAddresses.of(logo, dayMs),
      now: new Date(),
    };
  };

  server.get<{ Querystring: { code?: unknown; lang?: unknown } }>(
    '/t/',
    limited(120),
    async (request, reply) => {
      const typed = request.query.code;
      if (typed === undefined) return show(reply, 200, codePage(await lost(request)));
      const text = typeof typed === 'string' ? typed.slice(0, 600) : '';
      const code = readScanned(text)?.code ?? readTicketCode(text) ?? readCaseFileNumber(text);
      if (code === undefined) return show(reply, 404, noTicketPage(await lost(request), text));
      const { query } = await nobodys(request);
      return reply.headers(publicHeaders).redirect(`/t/${code}${query}`, 303);
    },
  );

  server.get<CodeRoute>('/t/:code', limited(120), async (request, reply) => {
    const number = readCaseFileNumber(request.params.code);
    if (number !== undefined) {
      const kept = await consequences.caseFileOnPage(db, number, demo);
      const reader = englishReader(pathOf(request));
      if (!kept)
        return show(
          reply,
          404,
          noCaseFilePage({ authority: await authorityName(), reader }, number),
        );
      const { name } = await contactsOf(db, kept);
      const authority = name || config.authorityName;
      return show(reply, 200, caseFilePage({ authority, reader }, kept));
    }
    const found = await find(request);
    if (typeof found === 'string') return show(reply, 404, found);
    const [code, ticket] = found;
    await noteShown(db, { ticket_code: code });
    return show(reply, 200, ticketPage(ticket, code, await headingOf(request, ticket)));
  });

  server.get<CodeRoute>('/t/:code/receipt', limited(20), async (request, reply) => {
    const found = await find(request);
    if (typeof found === 'string') return show(reply, 404, found);
    const [code, ticket] = found;
    if (!ticket.paid || !ticket.receipt)
      return reply.headers(publicHeaders).redirect(`/t/${code}`, 303);
    const letterhead = await letterheadOf({ db, store, config }, ticket);
    const stillOpen = await consequences.stillOpen(db, ticket.id);
    const { say } = await readerOfTicket(request, ticket);
    const heading = { ...letterhead, say, stillOpen, address: `${publicUrl}/t/${code}` };
    const pdf = await publicReceipt(ticket, heading, whoseWork(undefined, request.ip));
    return reply
      .headers({
        ...publicHeaders,
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="receipt-${ticket.reference}.pdf"`,
      })
      .send(pdf);
  });

  server.get<CodeRoute>('/t/:code/pay', limited(20), async (request, reply) => {
    const found = await find(request);
    if (typeof found === 'string') return show(reply, 404, found);
    const [code, ticket] = found;
    const { paid, billRef, organisation, withdrawnAt, decidedAt, inQuestion } = ticket;
    const isOver = paid || withdrawnAt !== null || decidedAt !== null;
    const notes = await consequences.notesOnPage(db, ticket, sayEnglish);
    const isClosed = notes.some(({ mayPay }) => !mayPay);
    if (isOver || billRef === null || inQuestion || isClosed)
      return reply.headers(publicHeaders).redirect(`/t/${code}`, 303);
    const page = await paymentPageOf({ db, gateways }, { billRef, organisation });
    if (page.outcome !== 'page')
      return show(
        reply,
        503,
        troublePage(
          { authority: await authorityName(), reader: await readerOfTicket(request, ticket) },
          silent,
        ),
      );
    return reply.headers(publicHeaders).redirect(page.url, 303);
  });

  moreRoutes(server, deps, { show, limited, frameOf });

  server.get('/t/*', limited(120), async (request, reply) =>
    show(reply, 404, noTicketPage(await lost(request), '')),
  );

  server.get<{ Params: { file: string } }>(`${stylePath}/:file`, async (request, reply) => {
    const file = await styleFile(request.params.file);
    if (!file) return reply.status(404).type('text/plain; charset=utf-8').send('');
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('x-content-type-options', 'nosniff')
      .type(file.type)
      .send(file.content);
  });
}
