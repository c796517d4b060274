import { Link } from 'react-router';
import {
  caseStates,
  chargeOutcomes,
  type CourtCase,
  exportCaseFile,
  leaveDraft,
  lockBatch,
  noteHearing,
  noteOutcome,
  readCase,
} from '#contract/court.ts';
import { callFile, dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { upload } from '#web/api/upload.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { plural } from '#web/format/words.ts';
import { useRun } from '#web/forms/use-run.ts';
import { openingState } from '#web/lists/use-address.ts';
import { recordAddress } from '#web/records/record-address.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import { HearingForm, OutcomeForm } from './case-forms.tsx';

interface CaseDetailProps {
  id: string;
  onClose: () => void;
  onChanged: () => void;
}

/** A case in court: how it stands, its file, and the next step of a court officer. */
export function CaseDetail({ id, onClose, onChanged }: CaseDetailProps) {
  const { data, failure, reload } = useLoaded(id, (signal) =>
    dataOf(readCase, { params: { id }, signal }),
  );
  const mayRefer = useMay('refer to court');
  const { busy, refusal, run: send } = useRun();

  async function run<Answer>(change: () => Promise<Answer>, done: (answer: Answer) => string) {
    if (!(await send(change, done))) return;
    reload();
    onChanged();
  }

  return (
    <Dialog opened onClose={onClose} title={data ? `Case of ${data.plate}` : 'Court case'}>
      <div className="column gap-6">
        {data === null && failure === null && <LoadingNote>Loading the case</LoadingNote>}
        {failure !== null && (
          <Notice kind="soft">
            This ticket is in no batch yet.{' '}
            <Link to={recordAddress('booking', id)} state={openingState}>
              Open the ticket
            </Link>
          </Notice>
        )}
        {data && <CaseFacts found={data} />}
        <div className="flex wrap gap-4">
          <Button
            size="sm"
            loading={busy}
            onClick={() =>
              void run(
                async () => download(await callFile(exportCaseFile, { params: { id } })),
                () => 'The case file is saved',
              )
            }
          >
            Save the case file
          </Button>
          {mayRefer && data?.state === 'draft' && (
            <>
              <Button
                size="sm"
                variant="primary"
                loading={busy}
                onClick={() =>
                  void run(
                    () => dataOf(lockBatch, { params: { id: data.batch ?? '' } }),
                    ({ referred, leftOut }) =>
                      `${plural(referred, 'ticket')} referred, ${leftOut} left out`,
                  )
                }
              >
                Lock the batch and refer it
              </Button>
              <Button
                size="sm"
                onClick={() =>
                  void run(
                    () => dataOf(leaveDraft, { params: { id } }),
                    () => 'It is taken off the draft',
                  )
                }
              >
                Take off the draft
              </Button>
            </>
          )}
        </div>
        <RefusalNotice>{refusal}</RefusalNotice>
        {mayRefer && data && data.lockedAt !== null && data.decidedAt === null && (
          <>
            <HearingForm
              found={data}
              busy={busy}
              onSend={(body) =>
                void run(
                  () => dataOf(noteHearing, { params: { id }, body }),
                  () => 'The hearing is noted',
                )
              }
            />
            {data.hearing && (
              <OutcomeForm
                found={data}
                busy={busy}
                onSend={({ paper, ...body }) =>
                  void run(
                    () =>
                      upload(noteOutcome, {
                        params: { id },
                        body,
                        files: paper ? [{ name: 'paper', file: paper }] : [],
                      }),
                    () => 'The decision is noted',
                  )
                }
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function CaseFacts({ found }: { found: CourtCase }) {
  const { state, number, court, zone, price, dueDay, lockedBy, lockedAt, hearing, charges } = found;
  return (
    <>
      <Facts
        title={caseStates[state]}
        facts={[
          { label: 'Case', value: number },
          {
            label: 'Ticket',
            value: (
              <Link to={recordAddress('booking', found.id)} state={openingState}>
                {found.plate}, {zone}
              </Link>
            ),
          },
          { label: 'Amount', value: `${naira(price)}, due ${dueDay ?? '–'}` },
          { label: 'Court', value: court },
          {
            label: 'Referred',
            value: lockedAt !== null && `${momentOf(lockedAt)}, by ${lockedBy?.name ?? ''}`,
          },
          { label: 'Hearing', value: hearing && `${hearing.day}, ${hearing.place}` },
          { label: 'Suit', value: hearing?.suit },
        ]}
      />
      <Facts
        title="Charges"
        facts={[
          ...charges.map(({ line, offence, name, outcome, fined }) => ({
            label: `${line}. ${offence}`,
            value: `${name}${outcome === null ? '' : `: ${chargeOutcomes[outcome]}`}${fined === null ? '' : `, ${naira(fined)}`}`,
          })),
          { label: 'Paid at', value: found.paidWhere },
          { label: 'Receipt', value: found.courtReceipt },
          {
            label: 'Paper',
            value: found.paper !== null && <a href={found.paper}>The court’s paper</a>,
          },
          {
            label: 'Noted',
            value:
              found.decidedAt !== null &&
              `${momentOf(found.decidedAt)}, by ${found.decidedBy?.name ?? ''}`,
          },
        ]}
      />
    </>
  );
}
