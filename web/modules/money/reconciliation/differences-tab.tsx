import { readDifferences } from '#contract/modules/money/differences.ts';
import type { Differences } from '#contract/modules/money/differences.ts';
import { organisationOfState } from '#contract/places.ts';
import { totalPages } from '#web/api/area.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { fits } from '#web/records/reports/report-days.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { oneTabStop } from '#web/ui/controls/one-tab-stop.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { IconScale } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { DataList } from '#web/ui/table/data-list.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { TabProps } from './bookings-tab.tsx';
import { DifferenceCard, differenceColumns } from './difference-columns.tsx';
import { DifferenceSums } from './difference-sums.tsx';
import { missingDays, uncomparedIn } from './difference-words.ts';
import css from './differences.module.css';
import type { ReconciliationAddress } from './reconciliation-address.ts';
import { fetchDifferencesFile } from './reconciliation-calls.ts';
import { atMoment, ReportFrame } from './report-frame.tsx';

const threeWays = lazyPart(() => import('./three-ways.tsx'));
const statements = lazyPart(() => import('./statements-card.tsx'));

const limit = 50;

/** Payments compared with what gateway and bank say, and the statements in which they say it. */
export function DifferencesTab({ address, change, controls }: TabProps) {
  const organisation = useOneOrganisation(address);
  const { from, to, page } = address;
  const query = { from, to, organisation, page, limit };
  const loaded = useLoaded(JSON.stringify(query), (signal) =>
    dataOf(readDifferences, { query, signal }),
  );
  const Statements = statements.use(true)?.StatementsCard;
  return (
    <ReportFrame
      {...loaded}
      name="differences"
      loading="Comparing payments and statements"
      detailOf={(report) => `${report.organisation}, as at ${atMoment(report.asAt)}`}
      fetchFile={(format) => fetchDifferencesFile(query, format)}
      controls={controls}
    >
      {(report) => (
        <div className={css['layout']}>
          <div className={css['main']}>
            {hasStatement(report) && <DifferenceSums report={report} />}
            <MissingDays report={report} />
            <Card label="List of differences" bareOnPhone>
              <DataList
                label="Differences"
                columns={differenceColumns}
                linkKeys={oneTabStop}
                rows={report.differences}
                rowKey={({ billRef, kind, theirs, ours }) =>
                  [kind, billRef, theirs?.day, theirs?.receipt, ours?.day].join(' ')
                }
                renderCard={(difference) => <DifferenceCard difference={difference} />}
                empty={<NoDifferences report={report} />}
              />
              <Pages
                page={page}
                pages={totalPages(report.total, limit)}
                onPage={(next) => change({ page: next === 1 ? undefined : String(next) })}
              />
            </Card>
            <ThreeWays ways={report.ways} />
          </div>
          {Statements && (
            <Statements
              report={report}
              onChanged={loaded.reload}
              onSent={({ from: first, to: last }) => {
                const isShown = first === from && last === to;
                if (isShown || !fits({ from: first, to: last })) loaded.reload();
                else change({ from: first, to: last, period: undefined });
              }}
            />
          )}
        </div>
      )}
    </ReportFrame>
  );
}

/** The organisation that statements are compared for: the user's own, the chosen one, or the first. */
function useOneOrganisation({ organisation }: ReconciliationAddress) {
  const user = useCurrentUser();
  return user?.state == null ? (organisation ?? 'Kaduna') : organisationOfState(user.state);
}

function MissingDays({ report }: { report: Differences }) {
  const missing = missingDays(report);
  if (missing === null) return null;
  const { count, amount } = report.uncompared;
  return (
    <Notice kind="warn">
      <b>{missing}</b> {uncomparedIn(count, amount)}
    </Notice>
  );
}

/** True if a statement of these days is compared bill by bill. */
const hasStatement = ({ statements }: Differences) =>
  statements.some(({ state, whose }) => state === 'in force' && whose === 'gateway');

function NoDifferences({ report }: { report: Differences }) {
  const { theirs, ours, statements } = report;
  const none = !hasStatement(report);
  const waits = statements.some(({ state, whose }) => state === 'waiting' && whose === 'gateway');
  return (
    <EmptyState
      icon={<IconScale size={30} stroke={1.5} />}
      heading={none ? 'Nothing to compare with' : 'No differences'}
    >
      {none && waits
        ? 'A second person must confirm a statement for these days. Hanya will then compare it with the payments.'
        : none
          ? 'Send the payment gateway’s statement for these days. Hanya will then list every difference here.'
          : ours.count + theirs.count === 0
            ? 'Neither the statements nor Hanya have payments on these days.'
            : 'The statement and the payments agree for every bill.'}
    </EmptyState>
  );
}

interface PagesProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Previous and next, where there is more than one page. */
function Pages({ page, pages, onPage }: PagesProps) {
  if (pages === 1 && page === 1) return null;
  return (
    <nav className={classNames('row wrap line-top', css['pages'])} aria-label="Pages">
      <Button
        disabled={page <= 1}
        reason="This is the first page."
        // From a page beyond the end, back to the last.
        onClick={() => onPage(Math.min(page, pages + 1) - 1)}
      >
        Previous
      </Button>
      <span>
        Page {page} of {pages}
      </span>
      <Button
        disabled={page >= pages}
        reason="This is the last page."
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </nav>
  );
}

function ThreeWays({ ways }: Pick<Differences, 'ways'>) {
  const Loaded = threeWays.use(ways.length > 0)?.ThreeWaysCard;
  return Loaded && ways.length > 0 ? <Loaded ways={ways} /> : null;
}
