import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import type { QueryOf } from '#contract/endpoint.ts';
import {
  addToQuestion,
  outcomeWords,
  type QuestionEntry,
  type QuestionFigure,
  readQuestion,
} from '#contract/modules/reports/questions.ts';
import { dataOf } from '#web/api/call.ts';
import { failedCall, useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { joined, plural } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone, toastFailed } from '#web/ui/feedback/toast.tsx';
import { ChoiceField } from '#web/ui/fields/choice-field.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { PanelFailure, PanelSkeleton } from '#web/ui/shell/panel.tsx';

interface QuestionProps {
  signal: string;
  figure: QuestionFigure;
  asked: QueryOf<typeof readQuestion>;
  /** The reader is the officer. */
  own: boolean;
  onDecided: () => void;
}

/** A figure; unfolded, its rows with what was said about them. */
export function QuestionItem(props: QuestionProps) {
  const { own } = props;
  const { officer, zone, says, rows, wrong } = props.figure;
  const [shown, setShown] = useState(false);
  return (
    <div className="column gap-4">
      <p>
        {!own && <b>{officer.name}, </b>}
        {zone}: {says}
        {wrong > 0 && ` Look first at the ${plural(wrong, 'row')} that may be wrong.`}
      </p>
      <div>
        <Button size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : own ? 'Show and answer' : `Show ${plural(rows, 'row')}`}{' '}
          <VisuallyHidden>of {own ? zone : officer.name}</VisuallyHidden>
        </Button>
      </div>
      {shown && <Question {...props} />}
    </div>
  );
}

const outcomes = Object.entries(outcomeWords).map(([value, label]) => ({
  value: value as keyof typeof outcomeWords,
  label,
}));

function Question({ signal, figure, asked, own, onDecided }: QuestionProps) {
  const params = { signal, officer: figure.officer.id };
  const { data, failure, reload } = useLoaded(JSON.stringify([params, asked]), (over) =>
    dataOf(readQuestion, { params, query: asked, signal: over }),
  );
  const [kind, setKind] = useState<QuestionEntry['kind'] | null>(own ? 'answer' : null);
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  if (failure !== null) return <PanelFailure message={failure} onRetry={reload} />;
  if (data === null) return <PanelSkeleton rows={2} height={40} />;
  const { rows, entries } = data;
  const names = rows.flatMap((row) => row.by ?? []);
  const by = [...new Set(names)].map(
    (name) => `${name} ${names.filter((other) => other === name).length}`,
  );

  async function add(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const missing = kind === null ? 'Select an outcome.' : 'Enter an explanation.';
    setRefusal(kind === null || words.trim() === '' ? missing : '');
    if (kind === null || words.trim() === '') return;
    setBusy(true);
    try {
      const body = { ...asked, kind, words, rows: own ? [] : rows.map(({ id }) => id) };
      await dataOf(addToQuestion, { params, body });
      toastDone(own ? 'Answer saved' : 'Outcome saved');
      setWords('');
      reload();
      if (!own) onDecided();
    } catch (error) {
      setRefusal(failedCall(error).message);
      toastFailed(failedCall(error).message);
    }
    setBusy(false);
  }

  return (
    <>
      {by.length > 0 && <p>Withdrawn by {by.join(', ')}.</p>}
      {rows.length > 0 && (
        <details open={rows.length <= 10}>
          <summary>{plural(rows.length, 'row')}</summary>
          <ul aria-label="Rows">
            {rows.map((row) => (
              <li key={row.id}>
                {row.opens === null ? (
                  momentOf(row.at)
                ) : (
                  <Link to={row.opens}>{momentOf(row.at)}</Link>
                )}{' '}
                <span className="quiet">
                  {joined([row.by ?? '', row.wrong && `may be wrong: ${row.wrong}`])}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <ul className="ruled" aria-label="Answers and outcomes">
        {entries.map((entry) => (
          <li key={entry.id} className="anywhere">
            <b>{entry.kind === 'answer' ? 'Answer' : outcomeWords[entry.kind]}:</b> {entry.words}
            <span className="block small quiet">
              {entry.by.name}, {momentOf(entry.at)}
            </span>
          </li>
        ))}
      </ul>
      {(own || rows.length > 0) && (
        <form className="column gap-4" noValidate onSubmit={(event) => void add(event)}>
          <RefusalNotice>{refusal}</RefusalNotice>
          {!own && (
            <ChoiceField
              label="Outcome"
              options={[{ value: '', label: 'Select an outcome' }, ...outcomes]}
              value={kind ?? ''}
              onChange={({ currentTarget: { value: chosen } }) =>
                setKind(outcomes.find(({ value }) => value === chosen)?.value ?? null)
              }
            />
          )}
          <TextArea
            label={own ? 'Your answer' : 'Explanation'}
            hint="You cannot change this later, but you can add more."
            maxLength={2000}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <div>
            <Button size="sm" type="submit" variant="primary" loading={busy} loadingLabel="Sending">
              {own ? 'Send the answer' : `Save the outcome of ${plural(rows.length, 'row')}`}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
