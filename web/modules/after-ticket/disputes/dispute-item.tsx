import { type ReactNode, useContext, useState } from 'react';
import type { SentBody } from '#contract/endpoint.ts';
import { shownPlate } from '#contract/identities.ts';
import {
  answerDispute,
  decideUpholding,
  type Dispute,
  disputeNumber,
  disputeStates,
  grounds,
  printDispute,
  proposeUpholding,
  takeBackUpholding,
  upholding,
} from '#contract/modules/after-ticket/disputes.ts';
import { call, callFile } from '#web/api/call.ts';
import { LookOnly, useCurrentUser, useMayOnDuty } from '#web/api/store-hooks.ts';
import { momentOf } from '#web/format/time.ts';
import { useRun } from '#web/forms/use-run.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { deciderOf } from '#web/records/second-person/decider.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { useAskedForm } from '#web/records/use-asked-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Facts } from '#web/ui/table/facts.tsx';

interface DisputeItemProps {
  found: Dispute;
  onChanged: () => void;
}

interface DisputeProps extends DisputeItemProps {
  /** Its ticket, between what the driver says and the answer; a booking that is open shows its own. */
  children?: ReactNode;
}

/** What the booked person says against a ticket, and the answer, or its form. */
export function DisputeItem({ found, onChanged, children }: DisputeProps) {
  const { state, upholding: proposed } = found;
  const mayAnswer = useMayOnDuty(answerDispute);
  const isIssuer = useCurrentUser()?.id === found.officer.id;
  const looksOnly = useContext(LookOnly);
  const isOpen = state === 'open' || state === 'late';
  return (
    <div className="column gap-5">
      <DisputeFacts found={found} isOpen={isOpen} />
      <DriversWords found={found} />
      {children}
      <GivenAnswer found={found} />
      {!looksOnly && <PaperButton found={found} />}
      {proposed && <Upholding found={found} upholding={proposed} onChanged={onChanged} />}
      {isOpen && mayAnswer && !isIssuer && !proposed && (
        <AnswerForm found={found} onChanged={onChanged} />
      )}
    </div>
  );
}

function DisputeFacts({ found, isOpen }: { found: Dispute; isOpen: boolean }) {
  const { id, state, ground, phone, receivedAt, answerDue, dueDay } = found;
  const { answeredBy, answeredAt, confirmedBy } = found;
  return (
    <Facts
      title={disputeStates[state]}
      facts={[
        { label: 'Number', value: disputeNumber(id) },
        { label: 'Ground', value: grounds[ground] },
        { label: 'Received', value: momentOf(receivedAt) },
        { label: 'Answer by', value: isOpen && answerDue },
        { label: 'Phone', value: phone !== '' && <a href={`tel:${phone}`}>{phone}</a> },
        { label: 'Due date before the objection', value: isOpen && dueDay },
        {
          label: 'Answered',
          value: answeredAt !== null && `${momentOf(answeredAt)}, ${answeredBy?.name ?? ''}`,
        },
        {
          label: 'Confirmed by',
          value: confirmedBy && deciderOf(confirmedBy.name, answeredAt),
        },
      ]}
    />
  );
}

/** The words of the driver, and the pictures and documents that came with them. */
function DriversWords({ found }: { found: Dispute }) {
  const { words, pictures, documents, fromStaff } = found;
  return (
    <section aria-label={driverSays}>
      <DetailHeading>{driverSays}</DetailHeading>
      <div className="column gap-4">
        {words !== '' && <blockquote className="pre-wrap anywhere">{words}</blockquote>}
        {pictures.map((address, index) => (
          <a key={address} href={address} target="_blank" rel="noreferrer">
            Driver’s picture {index + 1}
          </a>
        ))}
        {documents.map(({ name, bytes, address }) => (
          <a key={address} href={address} download>
            {name === '' ? 'A document' : name}, PDF, {Math.ceil(bytes / 1024)} kB
          </a>
        ))}
        {fromStaff && (
          <Notice kind="warn">This objection came from a network address that staff use.</Notice>
        )}
      </div>
    </section>
  );
}

const driverSays = 'What the driver says';

/** The answer that the driver has; nothing before there is one. */
function GivenAnswer({ found: { answer, answeredBy } }: { found: Dispute }) {
  const isOwn = useCurrentUser()?.id === answeredBy?.id;
  if (answer === '') return null;
  const name = isOwn ? 'Your answer' : 'Answer to the driver';
  return (
    <section aria-label={name}>
      <DetailHeading>{name}</DetailHeading>
      <Notice kind="soft">
        <span className="pre-wrap anywhere">{answer}</span>
      </Notice>
    </section>
  );
}

interface UpholdingProps extends DisputeItemProps {
  upholding: NonNullable<Dispute['upholding']>;
}

/** An answer that upholds the dispute, and its next step. */
function Upholding({ found: { id, organisation, zone }, upholding, onChanged }: UpholdingProps) {
  const { duty } = answerDispute;
  const { permission } = decideUpholding;
  const mayDecide = useMayOnDuty({ permission, duty }, ['state admin', 'zonal head']);
  const { answer, by, at } = upholding;
  return (
    <Notice kind="warn">
      <b>A second person must confirm this answer, which upholds the objection.</b> {by.name},{' '}
      {momentOf(at)}: <span className="pre-wrap">{answer}</span>
      {mayDecide && (
        <div className="space-above">
          <WaitingDecision
            organisation={organisation}
            zone={zone}
            what="dispute answer"
            name={disputeNumber(id)}
            proposedBy={by}
            effect="If you confirm this answer, Hanya will withdraw the ticket for good. The driver will see the answer."
            decide={(body) => call(decideUpholding, { params: { id }, body })}
            takeBack={() => call(takeBackUpholding, { params: { id } })}
            onDecided={onChanged}
          />
        </div>
      )}
    </Notice>
  );
}

/** The trail notes who saved it. */
function PaperButton({ found: { id, answeredAt } }: { found: Dispute }) {
  const { busy, run } = useRun();
  return (
    <div>
      <Button
        size="sm"
        loading={busy}
        onClick={() =>
          void run(
            async () => download(await callFile(printDispute, { params: { id } })),
            'Objection saved',
          )
        }
      >
        {answeredAt === null ? 'Save the objection as PDF' : 'Save the answer as PDF'}
      </Button>
    </div>
  );
}

function AnswerForm({ found: { id, plate }, onChanged }: DisputeItemProps) {
  const ticket = shownPlate(plate) || disputeNumber(id);
  const [answer, setAnswer] = useState('');
  const params = { id };
  const rejecting = useAskedForm<SentBody<typeof answerDispute>>(answerDispute.body);
  const upholds = useAskedForm<SentBody<typeof proposeUpholding>>(proposeUpholding.body);
  const { asked: rejection } = rejecting;
  const { asked: agreement } = upholds;
  return (
    <>
      <form
        className="column gap-4"
        noValidate
        aria-label="Answer"
        onSubmit={(event) => event.preventDefault()}
      >
        <DetailHeading>Your answer</DetailHeading>
        <RefusalNotice>{rejecting.refusal}</RefusalNotice>
        <RefusalNotice>{upholds.refusal}</RefusalNotice>
        <TextArea
          label="Answer and reason"
          rows={4}
          maxLength={2_000}
          value={answer}
          onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        />
        <p className="small quiet">
          The driver will read your answer. You can reject the objection on your own, but two people
          must uphold it. If they do, Hanya will withdraw the ticket for good. A state admin must
          propose any refund.
        </p>
        <div className="flex wrap gap-4">
          <Button onClick={() => rejecting.ask({ upheld: false, answer })}>
            {answerDispute.words.begins}
          </Button>
          <Button onClick={() => upholds.ask({ answer })}>{upholding.words.begins}</Button>
        </div>
      </form>
      {rejection && (
        <ActConfirm
          act={answerDispute}
          asks={`Reject the objection to ${ticket}?`}
          send={() => call(answerDispute, { params, body: rejection })}
          onDone={onChanged}
          {...rejecting.question}
        />
      )}
      {agreement && (
        <ActConfirm
          act={upholding}
          asks={`Propose to uphold the objection to ${ticket}?`}
          send={() => call(proposeUpholding, { params, body: agreement })}
          onDone={onChanged}
          {...upholds.question}
        />
      )}
    </>
  );
}
