import { useContext, useState } from 'react';
import {
  answerDispute,
  type Dispute,
  disputeNumber,
  disputeStates,
  grounds,
  printDispute,
} from '#contract/disputes.ts';
import type { SentBody } from '#contract/endpoint.ts';
import { call, callFile } from '#web/api/call.ts';
import { LookOnly, useMay } from '#web/api/store-hooks.ts';
import { momentOf } from '#web/format/time.ts';
import { useRun } from '#web/forms/use-run.ts';
import { ActConfirm } from '#web/records/act-confirm.tsx';
import { useAskedForm } from '#web/records/use-asked-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { download } from '#web/ui/controls/download.ts';
import { Notice, RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Facts } from '#web/ui/table/facts.tsx';

interface DisputeItemProps {
  found: Dispute;
  onChanged: () => void;
}

/** What the booked person says against a ticket, and the answer, or its form. */
export function DisputeItem({ found, onChanged }: DisputeItemProps) {
  const { state, ground, words, phone, receivedAt, answerDue, answeredBy, answeredAt } = found;
  const mayAnswer = useMay('answer disputes');
  const looksOnly = useContext(LookOnly);
  const isOpen = state === 'open' || state === 'late';
  return (
    <div className="column gap-5">
      <Facts
        title={disputeStates[state]}
        facts={[
          { label: 'Number', value: disputeNumber(found.id) },
          { label: 'Ground', value: grounds[ground] },
          { label: 'Received', value: momentOf(receivedAt) },
          { label: 'Answer by', value: isOpen && answerDue },
          { label: 'Call', value: phone !== '' && <a href={`tel:${phone}`}>{phone}</a> },
          { label: 'Due before', value: isOpen && found.dueDay },
          {
            label: 'Answered',
            value: answeredAt !== null && `${momentOf(answeredAt)}, ${answeredBy?.name ?? ''}`,
          },
        ]}
      />
      {words !== '' && <blockquote className="as-typed">{words}</blockquote>}
      {found.pictures.map((address, index) => (
        <a key={address} href={address} target="_blank" rel="noreferrer">
          Picture {index + 1}
        </a>
      ))}
      {found.documents.map(({ name, bytes, address }) => (
        <a key={address} href={address} download>
          {name === '' ? 'A document' : name}, PDF, {Math.ceil(bytes / 1024)} kB
        </a>
      ))}
      {found.answer !== '' && (
        <Notice kind="soft">
          <span className="as-typed">{found.answer}</span>
        </Notice>
      )}
      {!looksOnly && <PaperButton found={found} />}
      {isOpen && mayAnswer && <AnswerForm id={found.id} onChanged={onChanged} />}
    </div>
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
            'The dispute is saved',
          )
        }
      >
        {answeredAt === null ? 'Save the dispute as PDF' : 'Save the answer as PDF'}
      </Button>
    </div>
  );
}

function AnswerForm({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [answer, setAnswer] = useState('');
  const { ask, asked, refusal, question } = useAskedForm<SentBody<typeof answerDispute>>(
    answerDispute.body,
  );
  const { rejected, upheld } = answerDispute.ways;
  return (
    <>
      <form
        className="column gap-4"
        noValidate
        aria-label="Answer"
        onSubmit={(event) => event.preventDefault()}
      >
        <RefusalNotice>{refusal}</RefusalNotice>
        <TextArea
          label="Answer, with its reason"
          rows={4}
          maxLength={2_000}
          value={answer}
          onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
        />
        <p className="small quiet">
          The booked person reads it. Upheld, the ticket is withdrawn for good; money that was paid
          is not given back by itself.
        </p>
        <div className="flex wrap gap-4">
          <Button onClick={() => ask({ upheld: false, answer })}>{rejected.words.begins}</Button>
          <Button onClick={() => ask({ upheld: true, answer })}>{upheld.words.begins}</Button>
        </div>
      </form>
      {asked && (
        <ActConfirm
          act={asked.upheld ? upheld : rejected}
          send={() => call(answerDispute, { params: { id }, body: asked })}
          onDone={onChanged}
          {...question}
        />
      )}
    </>
  );
}
