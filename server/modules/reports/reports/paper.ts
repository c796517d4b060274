import type { QueryOf } from '#contract/endpoint.ts';
import type { Closing } from '#contract/modules/reports/report-closings.ts';
import { type exportReport, type Report, reportTypes } from '#contract/modules/reports/reports.ts';
import type { Deps } from '#server/deps.ts';
import { whoseWork } from '#server/http/attempts.ts';
import type { Taker } from '#server/http/caller.ts';
import { letterheadOf, reportPdf } from '#server/modules/after-ticket/papers/commands.ts';
import { listAt } from './body.ts';
import { figuresAddress } from './public-figures.ts';
import { closedNotes, closedWords } from './rules.ts';

export type PaperDeps = Pick<Deps, 'db' | 'store' | 'config'>;

/** A report, and how its files say that it is closed; '' where it isn't. */
interface Told {
  readonly report: Report;
  readonly closed: string;
}

/** A kept report in the words of its files. */
export function toldOf(
  report: Report,
  closing: Closing | null,
  { publicUrl }: Deps['config'],
): Told {
  if (closing?.state !== 'closed') return { report, closed: '' };
  const notes = closedNotes(closing, figuresAddress(publicUrl, closing.sha256));
  return {
    report: { ...report, notes: [...report.notes, ...notes] },
    closed: closedWords(closing),
  };
}

/** A report on paper, whose code leads back to it. */
export async function paperOf(
  { db, store, config }: PaperDeps,
  { actor, caller }: Taker,
  asked: Omit<QueryOf<typeof exportReport>, 'format'>,
  { report, closed }: Told,
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
