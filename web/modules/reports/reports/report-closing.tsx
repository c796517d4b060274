import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts';
import {
  type Closing,
  decideClosing,
  proposeClosing,
  readClosings,
  takeBackClosing,
} from '#contract/modules/reports/report-closings.ts';
import { holds, type Report, type ReportTable } from '#contract/modules/reports/reports.ts';
import { dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay } from '#web/api/store-hooks.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { exactNaira } from '#web/format/money.ts';
import { dateOf, momentOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Card } from '#web/ui/shell/card.tsx';
import { classNames } from '#web/ui/theme/class-names.ts';
import css from './one-report.module.css';
import { closedDays, type ReportAddress } from './report-address.ts';
import { inWords, ReportTableRows, ShownReport } from './report-tables.tsx';

type Asked = Omit<QueryOf<typeof readClosings>, 'closing'>;
type Kept = NonNullable<ResponseOf<typeof readClosings>['data']['kept']>;

interface ReportClosingProps {
  address: ReportAddress;
  /** The report as it is now. */
  live: Report | null;
  /** Shows what a closing kept, or with undefined what is now. */
  show: (closing: string | undefined) => void;
}

/** Says if the report of these days is closed, closes it, and shows what was kept. */
export function ReportClosing({ address, live, show }: ReportClosingProps) {
  const { kind, organisation, zone, closing: shown } = address;
  const { from, to } = closedDays(address) ?? address;
  const seesAll = useCurrentUser()?.zone === null;
  const mayClose = useMay('close reports') && seesAll;
  const asked = { kind, from, to, organisation, zone };
  const { data, failure, reload } = useLoaded(JSON.stringify(asked), (signal) =>
    dataOf(readClosings, { query: asked, signal }),
  );
  const query = { ...asked, closing: shown };
  const older = useLoaded(JSON.stringify(query), async (signal) =>
    shown === undefined ? null : dataOf(readClosings, { query, signal }),
  );
  const failed = failure ?? older.failure;
  if (failed !== null)
    return (
      <Banner
        kind="bad"
        action={{ label: 'Try again', onChoose: failure === null ? older.reload : reload }}
      >
        <b>Hanya cannot show the closed report.</b> {failed}
      </Banner>
    );
  if (data === null) return null;
  const { closings, next } = data;
  const kept = older.data?.kept ?? data.kept;
  const [newest] = closings;
  const seen = closings.find(({ id }) => id === shown);
  const standing = closings.filter(({ state }) => state === 'waiting' || state === 'closed');
  const onChanged = () => {
    show(undefined);
    reload();
  };
  return (
    <>
      <Card label="Closing" className={classNames('column gap-6', css['closing'])}>
        {standing.length === 0 && <b>Not closed yet.</b>}
        {newest?.state === 'refused' && (
          <p>
            {newest.decidedBy} refused to close version {newest.version}: {newest.refusal}
          </p>
        )}
        {standing.map((closing) => (
          <div key={closing.id} className="column gap-4">
            <State closing={closing} />
            {kept?.id === closing.id && <Compared kept={kept} />}
            <div>
              <Button size="sm" onClick={() => show(shown === closing.id ? undefined : closing.id)}>
                Show {shown === closing.id ? 'the current figures' : keptWords[closing.state]}
              </Button>
            </div>
            {closing.state === 'waiting' && mayClose && (
              <WaitingDecision
                organisation={closing.organisation}
                what="closing"
                name={`closing of ${from === to ? to : `${from} to ${to}`}`}
                proposedBy={{ id: closing.proposer, name: closing.proposedBy }}
                effect={[
                  `If you confirm it, Hanya will keep these figures and their PDF as version ${closing.version}. They will not change.`,
                  ...(kept?.id === closing.id && kept.changed > 0
                    ? [`${plural(kept.changed, 'figure')} changed after the closing was proposed.`]
                    : []),
                ].join(' ')}
                decide={(body) => dataOf(decideClosing, { params: { id: closing.id }, body })}
                takeBack={() => dataOf(takeBackClosing, { params: { id: closing.id } })}
                onDecided={onChanged}
              />
            )}
          </div>
        ))}
        {standing[0]?.state !== 'waiting' && mayClose && (
          <Propose
            key={JSON.stringify(asked)}
            asked={asked}
            version={(standing[0]?.version ?? 0) + 1}
            why={whyNotClosed(live, to) ?? next?.why ?? undefined}
            exceptions={next?.exceptions ?? { count: 0, amount: 0 }}
            onProposed={onChanged}
          />
        )}
      </Card>
      {seen && kept && kept.id === shown && (
        <>
          <Banner kind="warn">
            <b>
              This page shows {keptWords[seen.state]}, version {seen.version}.
            </b>{' '}
            As at {momentOf(kept.report.asAt)}.
          </Banner>
          <ShownReport report={kept.report} />
        </>
      )}
    </>
  );
}

const keptWords = {
  waiting: 'the proposed figures',
  closed: 'the closed figures',
  refused: 'the refused figures',
  'taken back': 'the figures taken back',
} as const;

function State({ closing }: { closing: Closing }) {
  const { state, version, reason, proposedBy, proposedAt, decidedBy, decidedAt } = closing;
  const { sha256, paper } = closing;
  return (
    <p>
      <b>
        {state === 'waiting' ? 'To be confirmed by a second person' : 'Closed'}, version {version}.
      </b>{' '}
      {proposedBy} proposed it on {momentOf(proposedAt)}
      {decidedAt !== null && `, ${decidedBy ?? ''} confirmed it on ${momentOf(decidedAt)}`}
      {reason === '' ? '.' : `: ${reason}`}{' '}
      <span className="small quiet" title={sha256}>
        SHA-256 {sha256.slice(0, 12)}…
      </span>
      {state === 'closed' && (
        <span className="small quiet" title={paper ?? undefined}>
          {' '}
          {paper === null
            ? 'Hanya did not keep the PDF. Each download makes it again from the closed figures.'
            : `Hanya keeps the original PDF, SHA-256 ${paper.slice(0, 12)}…`}
        </span>
      )}
    </p>
  );
}

/** What is otherwise now than it was kept. */
function Compared({ kept: { report, changed, changes } }: { kept: Kept }) {
  if (changed === 0) return <p>Nothing has changed since then.</p>;
  const table: ReportTable = {
    title: 'Changed since then',
    columns: ['Figure', 'Then', 'Now'].map((name) => ({ name, kind: 'text' })),
    rows: changes.map(({ table: title, row, column, kind, then, now }) => ({
      cells: [`${title}, ${row}: ${column}`, inWords(then, kind), inWords(now, kind)],
      opens: [],
    })),
    total: null,
    of: changed,
    note: '',
  };
  return (
    <details>
      <summary>
        <b>Changed since then: {plural(changed, 'figure')}</b>
        {changes.length < changed && `, the first ${changes.length} below`}.
        {report.kind === 'b-and-p' && ' This is normal, because B&P counts payments up to now.'}
      </summary>
      <ReportTableRows table={table} />
    </details>
  );
}

/** The reason why these days can't be closed; undefined where they can. */
function whyNotClosed(live: Report | null, to: string): string | undefined {
  if (live === null) return 'Hanya is still counting the report.';
  if (to >= dateOf(live.asAt)) return 'These days are not over yet.';
  if (live.place.endsWith('all organisations')) return 'Select an organisation.';
  return live.checks.every(holds) ? undefined : 'The totals of this report do not agree.';
}

interface ProposeProps {
  asked: Asked;
  version: number;
  why: string | undefined;
  /** Those that a closing would name as open. */
  exceptions: { count: number; amount: number };
  onProposed: () => void;
}

/** Proposes to close; what is closed already is closed again for a reason. */
function Propose({ asked, version, why, exceptions, onProposed }: ProposeProps) {
  const [busy, setBusy] = useState(false);
  const [reopens, setReopens] = useState(false);
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState('');
  const again = version > 1;

  async function propose(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || why !== undefined) return;
    if (again && !reopens) {
      setReopens(true);
      return;
    }
    if (again && reason.trim() === '') {
      setRefusal('Enter a reason for closing the report again.');
      return;
    }
    setBusy(true);
    try {
      await dataOf(proposeClosing, { body: { ...asked, reason } });
      toastDone('A second person must now confirm the closing');
      onProposed();
    } catch (error) {
      setRefusal(failedCall(error).message);
      toastFailed(failedCall(error).message);
    }
    setBusy(false);
  }

  return (
    <form className="column gap-4" noValidate onSubmit={(event) => void propose(event)}>
      {reopens ? (
        <TextArea
          label="Reason for closing the report again"
          hint={`You can still read version ${version - 1}.`}
          rows={2}
          maxLength={500}
          value={reason}
          error={refusal}
          autoFocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      ) : (
        <RefusalNotice>{refusal}</RefusalNotice>
      )}
      {!again && (
        <p className="small quiet">
          Once another state admin confirms the closing, Hanya will keep these figures as they are
          now.
        </p>
      )}
      {exceptions.count > 0 && (
        <p className="small">
          Still open from these days or before:{' '}
          <Link to="/exceptions?state=open">{plural(exceptions.count, 'exception')}</Link>,{' '}
          {exactNaira(exceptions.amount)} in all. You can close the report. It will name these
          exceptions.
        </p>
      )}
      <div>
        <Button
          size="sm"
          type="submit"
          loading={busy}
          loadingLabel="Counting"
          disabled={why !== undefined}
          reason={why}
          showReason
        >
          {again
            ? reopens
              ? `Propose version ${version}`
              : 'Close this period again'
            : 'Close this period'}
        </Button>
      </div>
    </form>
  );
}
