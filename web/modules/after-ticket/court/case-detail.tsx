import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { chargeOutcomes } from '#contract/charge-words.ts';
import { shownPlate } from '#contract/identities.ts';
import {
  batchNumber,
  caseStates,
  confirmOutcome,
  type CourtCase,
  exportCaseFile,
  leaveDraft,
  noteHearing,
  noteOutcome,
  readCase,
  readCaseFile,
  takeBackOutcome,
  hasEnded,
} from '#contract/modules/after-ticket/court.ts';
import { call, callFile, dataOf } from '#web/api/call.ts';
import { useCurrentUser, useMay, useMayOnDuty } from '#web/api/store-hooks.ts';
import { upload } from '#web/api/upload.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { naira } from '#web/format/money.ts';
import { momentOf } from '#web/format/time.ts';
import { useRun } from '#web/forms/use-run.ts';
import { openingState } from '#web/lists/use-address.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { recordAddress } from '#web/records/record-address.ts';
import { deciderOf } from '#web/records/second-person/decider.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadingNote } from '#web/ui/feedback/loading-bar.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { Facts } from '#web/ui/table/facts.tsx';
import { batchAddress } from './batch-head.tsx';
import { type Decision, HearingForm, OutcomeForm } from './case-forms.tsx';

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
  const mayRefer = useMayOnDuty(leaveDraft);
  const { busy, refusal, run: send } = useRun();

  const [leaving, setLeaving] = useState(false);
  const [correcting, setCorrecting] = useState(false);

  function changed(): void {
    reload();
    onChanged();
  }

  function propose(decision: Decision): void {
    void run(
      () => sendDecision(id, decision),
      () => 'A second person must now confirm the decision',
    );
  }

  async function run<Answer>(change: () => Promise<Answer>, done: (answer: Answer) => string) {
    if (await send(change, done)) changed();
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={data ? `Court case, ${shownPlate(data.plate)}` : 'Court case'}
    >
      <div className="column gap-6">
        {data === null && failure === null && <LoadingNote>Loading the case</LoadingNote>}
        {failure !== null && (
          <Notice kind="soft">
            This ticket is not in a batch yet.{' '}
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
                () => 'Case file saved',
              )
            }
          >
            Save the case file
          </Button>
          {data?.caseFiles.map(({ number, madeAt }) => (
            <Button
              key={number}
              size="sm"
              loading={busy}
              onClick={() =>
                void run(
                  async () => download(await callFile(readCaseFile, { params: { number } })),
                  () => `Case file ${number} saved`,
                )
              }
            >
              {number}, {momentOf(madeAt)}
            </Button>
          ))}
          {mayRefer && data?.state === 'draft' && (
            <Button size="sm" onClick={() => setLeaving(true)}>
              {leaveDraft.words.begins}
            </Button>
          )}
        </div>
        <RefusalNotice>{refusal}</RefusalNotice>
        {data?.proposal && <Proposed found={data} proposal={data.proposal} onDecided={changed} />}
        {mayRefer && data?.state === 'referred' && (
          <>
            <HearingForm
              found={data}
              busy={busy}
              onSend={(body) =>
                void run(
                  () => dataOf(noteHearing, { params: { id }, body }),
                  () => 'Hearing recorded',
                )
              }
            />
            {data.hearing && !data.proposal && (
              <OutcomeForm found={data} busy={busy} onSend={propose} />
            )}
          </>
        )}
        {mayRefer && data?.state === 'heard' && !data.proposal && (
          <Correction found={data} opened={correcting} onOpen={() => setCorrecting(true)}>
            <OutcomeForm found={data} busy={busy} onSend={propose} />
          </Correction>
        )}
      </div>
      {data && leaving && (
        <ActConfirm
          act={leaveDraft}
          asks={`Remove ${shownPlate(data.plate) || 'this ticket'} from the draft?`}
          send={() => call(leaveDraft, { params: { id } })}
          onDone={changed}
          onClose={() => setLeaving(false)}
        />
      )}
    </Dialog>
  );
}

const sendDecision = (id: string, { paper, ...body }: Decision) =>
  upload(noteOutcome, {
    params: { id },
    body,
    files: paper ? [{ name: 'paper', file: paper }] : [],
  });

interface ProposedProps {
  found: CourtCase;
  proposal: NonNullable<CourtCase['proposal']>;
  onDecided: () => void;
}

/** A decision that waits for its second person. */
function Proposed({ found, proposal, onDecided }: ProposedProps) {
  const { id, plate, organisation, zone } = found;
  const { charges, day, paidWhere, courtReceipt, paper, reason, by } = proposal;
  const params = { id };
  const own = useCurrentUser()?.id === by.id;
  const mayDecide = useMay('confirm court decisions') || own;
  const outcomes = charges.flatMap(({ outcome }) => outcome ?? []);
  return (
    <Notice kind="soft">
      <div className="column gap-4">
        <Facts
          title="A second person must confirm this decision"
          facts={[
            ...chargeFacts(charges),
            { label: 'Decided on', value: day },
            { label: 'Place of payment', value: paidWhere },
            { label: 'Receipt', value: courtReceipt },
            { label: 'Document', value: paper !== null && <a href={paper}>Court document</a> },
            { label: 'Reason for the correction', value: reason },
          ]}
        />
        {mayDecide && (
          <WaitingDecision
            organisation={organisation}
            zone={zone}
            what="court decision"
            name={shownPlate(plate)}
            proposedBy={{ id: by.id, name: by.name }}
            effect={
              hasEnded(outcomes)
                ? 'Once you confirm the decision, the driver will no longer owe the authority anything.'
                : 'A warrant does not end the case. The case continues until the court decides.'
            }
            decide={(body) => call(confirmOutcome, { params, body })}
            takeBack={() => call(takeBackOutcome, { params })}
            onDecided={onDecided}
          />
        )}
      </div>
    </Notice>
  );
}

interface CorrectionProps {
  found: CourtCase;
  opened: boolean;
  onOpen: () => void;
  children: ReactNode;
}

function Correction({ found, opened, onOpen, children }: CorrectionProps) {
  if (opened) return children;
  return (
    <div>
      <Button
        size="sm"
        aria-label={`Correct the decision on ${shownPlate(found.plate)}`}
        onClick={onOpen}
      >
        Correct the decision
      </Button>
    </div>
  );
}

const chargeFacts = (charges: CourtCase['charges']) =>
  charges.map(({ line, offence, name, law, outcome, fined }) => ({
    label: `${line}. ${offence}`,
    value: `${name}${law === '' ? '' : ` (${law})`}${outcome === null ? '' : `: ${chargeOutcomes[outcome]}`}${fined === null ? '' : `, ${naira(fined)}`}`,
  }));

function CaseFacts({ found }: { found: CourtCase }) {
  const { state, number, batch, court, zone, price, dueDay, lockedBy, lockedAt, hearing, charges } =
    found;
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
                {shownPlate(found.plate)}, {zone}
              </Link>
            ),
          },
          { label: 'Driver', value: found.name },
          { label: 'Details before correction', value: found.saidBefore },
          { label: 'Amount', value: `${naira(price)}, due ${dueDay ?? '–'}` },
          { label: 'Court', value: court },
          {
            label: 'Batch',
            value: batch !== null && (
              <Link to={batchAddress(batch)}>Batch {batchNumber(batch)}</Link>
            ),
          },
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
          ...chargeFacts(charges),
          { label: 'Place of payment', value: found.paidWhere },
          { label: 'Receipt', value: found.courtReceipt },
          {
            label: 'Document',
            value: found.paper !== null && <a href={found.paper}>Court document</a>,
          },
          { label: 'Decided on', value: found.decidedOn },
          { label: 'Proposed by', value: found.notedBy?.name },
          {
            label: found.notedBy ? 'Confirmed by' : 'Recorded by',
            value: found.decidedBy && deciderOf(found.decidedBy.name, found.decidedAt),
          },
        ]}
      />
    </>
  );
}
