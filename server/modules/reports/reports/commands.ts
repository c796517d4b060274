import type { QueryOf } from '#contract/endpoint.ts';
import {
  type exportReport,
  type ReportFormat,
  reportFormats,
  reportRows,
} from '#contract/modules/reports/reports.ts';
import type { Deps } from '#server/deps.ts';
import { writeAudit } from '#server/features/audit/commands.ts';
import type { Actor, Caller } from '#server/http/caller.ts';
import type { Download } from '#server/http/download.ts';
import { type Outcome, Refusal } from '#server/http/refusal.ts';
import { keptReport } from './closing-report.ts';
import { findClosing, keptPaper } from './closings.ts';
import { paperOf, toldOf } from './paper.ts';
import { reportOf } from './queries.ts';
import { whyNotExported } from './rules.ts';
import { workbookOf } from './workbook.ts';

type ExportDeps = Pick<Deps, 'db' | 'reports' | 'gateways' | 'config' | 'store' | 'consequences'>;

type ReportFile = Download<(typeof reportFormats)[ReportFormat]>;

/**
 * A report as a file, made now or as it was closed; the paper of a closed one is the kept one. Before
 * any of it is sent, the trail notes who takes it, with its number; once if a mail is tried again. 409
 * where its sums don't meet; 400 for more rows than the form holds; 404 for a closing that isn't
 * there; else as `reportOf`.
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
  const kept = closing && format === 'pdf' ? await keptPaper(deps, closing) : null;
  if (kept instanceof Refusal) return kept;
  const made = closing
    ? await keptReport(deps.reports, closing.id, reportRows[format])
    : await reportOf(deps, caller, asked, reportRows[format]);
  if (made instanceof Refusal) return made;
  const refusal = kept ? null : whyNotExported(made, format);
  if (refusal) return refusal;
  const { number, kind, days } = made;
  const told = toldOf(made, closing, deps.config);
  const drawn = () =>
    format === 'pdf'
      ? paperOf(deps, { actor, caller }, asked, told)
      : workbookOf(told.report, told.closed);
  const content = kept ?? (await drawn());
  const after = { format, filters: asked, number };
  const taken = { event: 'report.exported', record: 'user', id: caller.userId } as const;
  if (isFirst)
    await deps.db
      .transaction()
      .execute((trx) => writeAudit(trx, actor, { ...taken, before: null, after }));
  const name = [kind, ...(days ? [days.from, days.to] : []), number].join('-');
  return { type: reportFormats[format], name: `${name}.${format}`, content };
}
