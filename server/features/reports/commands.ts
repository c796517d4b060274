import type { QueryOf } from '#contract/endpoint.ts';
import {
  type exportReport,
  type Report,
  type ReportFormat,
  reportFormats,
  reportRows,
  reportTypes,
} from '#contract/reports.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import { letterheadOf, reportPdf } from '#server/features/papers/commands.ts';
import { whoseWork } from '#server/http/attempts.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { listAt } from './body.ts';
import { findClosing, keptReport } from './closings.ts';
import { figuresAddress } from './public-figures.ts';
import { reportOf } from './queries.ts';
import { closedNotes, closedWords, whyNotExported } from './rules.ts';
import { workbookOf } from './workbook.ts';

type ExportDeps = Pick<Deps, 'db' | 'reports' | 'gateways' | 'config' | 'store' | 'consequences'>;

type ReportFile = Download<(typeof reportFormats)[ReportFormat]>;

/**
 * A report as a file, made now or as it was closed. Before any of it is sent, the trail notes who
 * takes it, with its number; once if a mail is tried again. 409 where its sums don't meet; 400 for
 * more rows than the form holds; 404 for a closing that isn't there; else as `reportOf`.
 */
export async function exportReportOf(
  deps: ExportDeps,
  actor: Actor,
  caller: Caller,
  { format, ...asked }: QueryOf<typeof exportReport>,
  isFirst = true,
): Promise<Outcome<ReportFile>> {
  const closing =
    asked.closing === undefined ? null : await findClosing(deps.reports, caller, asked.closing);
  if (closing instanceof Refusal) return closing;
  const made = closing
    ? await keptReport(deps.reports, closing.id, reportRows[format])
    : await reportOf(deps, caller, asked, reportRows[format]);
  if (made instanceof Refusal) return made;
  const refusal = whyNotExported(made, format);
  if (refusal) return refusal;
  const isClosed = closing?.state === 'closed';
  const closed = isClosed ? closedWords(closing) : '';
  const address = isClosed ? figuresAddress(deps.config.publicUrl, closing.sha256) : '';
  const notes = isClosed ? closedNotes(closing, address) : [];
  const report = { ...made, notes: [...made.notes, ...notes] };
  const { number, kind, days } = report;
  const content =
    format === 'pdf'
      ? await paperOf(deps, { actor, caller }, asked, { report, closed })
      : await workbookOf(report, closed);
  const after = { format, filters: asked, number };
  const taken = { event: 'report.exported', record: 'user', id: caller.userId } as const;
  if (isFirst)
    await deps.db
      .transaction()
      .execute((trx) => writeAudit(trx, actor, { ...taken, before: null, after }));
  const name = [kind, ...(days ? [days.from, days.to] : []), number].join('-');
  return { type: reportFormats[format], name: `${name}.${format}`, content };
}

async function paperOf(
  { db, store, config }: ExportDeps,
  { actor, caller }: { readonly actor: Actor; readonly caller: Caller },
  asked: Omit<QueryOf<typeof exportReport>, 'format'>,
  { report, closed }: { readonly report: Report; readonly closed: string },
): Promise<Buffer> {
  const { code, title } = reportTypes[report.kind];
  const organisation = asked.organisation ?? caller.scope.organisation;
  const of = { organisation: organisation ?? '', demo: caller.demo };
  const { authority, logo } = await letterheadOf({ db, store, config }, of);
  const address = listAt(`${config.publicUrl}/reports`, { ...asked, organisation });
  return reportPdf(
    { report, closed, title: `${code}: ${title}`, authority, logo, address },
    whoseWork(caller, actor.address),
  );
}
