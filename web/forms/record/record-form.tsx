import { useId, useState, type ReactNode } from 'react';
import { useMay } from '#web/api/store-hooks.ts';
import { clockOf } from '#web/format/time.ts';
import { listed } from '#web/format/words.ts';
import type { ConfirmWords } from '#web/ui/dialog/confirm.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DraftNote, RestoredNote } from '#web/ui/feedback/draft-note.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Checklist } from '#web/ui/fields/checklist.tsx';
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx';
import { SectionLane } from '#web/ui/fields/section-lane.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { draftName, toastRemoved } from '../drafts/use-offers.ts';
import { enterGoesOn } from '../enter-goes-on.ts';
import { wrongPaths } from '../refusal.ts';
import type { RecordDraft } from './record-kind.ts';
import css from './record-form.module.css';
import { laneSections, type SectionState } from './sections.ts';
import { SubmitArea, type Condition } from './submit-area.tsx';
import type { RecordFormState } from './use-record-form.ts';

interface RecordFormProps<V extends RecordDraft> {
  form: RecordFormState<V>;
  /** What the lane says of each section, by its name. */
  states: Readonly<Record<string, SectionState>>;
  conditions: readonly Condition[];
  sending: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  waiting?: string | undefined;
  progress?: ReactNode;
  outcome?: ReactNode;
  /** Beside the form at a desk: its name, and what stands above the checklist. */
  aside: { label: string; above?: ReactNode };
  /** Elsewhere, what stands at the foot with Submit. */
  foot?: (submit: ReactNode) => ReactNode;
  /** What fills the sheet for now instead of the form, with its own foot and way back. */
  over?: { screen: ReactNode; foot: ReactNode; onBack: () => void } | null;
  /** The sections. */
  children: ReactNode;
}

/** The sheet of a record: its sections along a lane, its drafts, what is missing, and Submit. */
export function RecordForm<V extends RecordDraft>(props: RecordFormProps<V>) {
  const { form, conditions, sending, aside, over = null, onClose } = props;
  const { kind, fields, refusal, begun } = form;
  const [current, setCurrent] = useState(() => Object.values(kind.sections)[0]?.id ?? '');
  const desk = useScreen('desk');
  const allowed = useMay(kind.permission);
  const formId = useId();

  const submitArea = (
    <SubmitArea
      kind={kind}
      formId={formId}
      conditions={conditions}
      sending={sending}
      waiting={props.waiting}
      progress={props.progress}
      outcome={props.outcome}
      linked={!desk}
    />
  );
  const foot = props.foot ? props.foot(submitArea) : submitArea;

  return (
    <Dialog
      opened
      onClose={over?.onBack ?? onClose}
      title={kind.words.title}
      size={desk ? 'lg' : 'sm'}
      flush
      footer={desk ? undefined : (over?.foot ?? foot)}
      confirmClose={begun && over === null ? leavingWords(form, sending, onClose) : undefined}
      scrollTopKey={`${refusal.attempt} ${String(over !== null)}`}
    >
      {over?.screen}
      <form
        id={formId}
        className={css['form']}
        hidden={over !== null}
        noValidate
        tabIndex={-1}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (allowed) void props.onSubmit();
        }}
        onKeyDown={enterGoesOn}
        onFocus={(event) => {
          const section = event.target.closest('section[id]');
          if (section) setCurrent(section.id);
        }}
      >
        <div className={css['lane']}>
          <SectionLane
            sections={laneSections(kind.sections, props.states, wrongPaths(fields), current)}
            onChoose={setCurrent}
          />
        </div>
        <div className={css['middle']}>
          <div className={css['summary']}>
            <ErrorSummary {...refusal} />
            <Drafts form={form} formId={formId} />
          </div>
          {props.children}
        </div>
        {desk && (
          <aside
            className={css['side']}
            data-wide={aside.above !== undefined || undefined}
            aria-label={aside.label}
          >
            <div className={css['sideInner']}>
              <div className={css['sideScroll']}>
                {aside.above}
                {allowed && (
                  <Checklist
                    points={conditions.map(({ met, ...point }) => ({ ...point, done: met }))}
                  />
                )}
              </div>
              {submitArea}
            </div>
          </aside>
        )}
      </form>
    </Dialog>
  );
}

/** What was begun before, at the top of the form. */
function Drafts<V extends RecordDraft>(props: { form: RecordFormState<V>; formId: string }) {
  const { kind, restored, leftOut, offers, goOn, discard } = props.form;
  // The button that was pressed is gone by then.
  const focusForm = () => document.getElementById(props.formId)?.focus({ preventScroll: true });
  return (
    <>
      {restored && (
        <RestoredNote>
          Your session ended at {clockOf(restored.savedAt)}. {kind.words.restored}
        </RestoredNote>
      )}
      {leftOut.length > 0 && (
        <div role="status">
          <Notice kind="warn">
            Too large to keep on this device: {listed(leftOut)}. Choose it again.
          </Notice>
        </div>
      )}
      <DraftNote
        drafts={offers.map((draft) => ({
          id: draft.values._id,
          name: draftName(draft, kind.about(draft.values)),
          detail: draft.sending ? kind.words.mayHaveArrived : undefined,
        }))}
        onContinue={(id) => void goOn(id).then(focusForm)}
        onDiscard={(id) => {
          discard(id);
          focusForm();
        }}
      />
    </>
  );
}

/** The question before a form with typed words closes. */
function leavingWords<V extends RecordDraft>(
  { kind, keeper }: RecordFormState<V>,
  sending: boolean,
  onClose: () => void,
): ConfirmWords {
  const lead = sending ? `${kind.words.closing} ` : '';
  const common = { title: 'Close the form?', cancelLabel: 'Keep typing' };
  if (!keeper.works) {
    const message = `${lead}What you typed will be lost.`;
    return { ...common, message, confirmLabel: 'Discard', destructive: true };
  }
  const discard = () => {
    void keeper.settle().then(toastRemoved);
    onClose();
  };
  return {
    ...common,
    message: `${lead}What you typed is kept on this device as a draft, for you alone.`,
    confirmLabel: 'Keep draft',
    alternative: { label: 'Discard', onChoose: discard },
  };
}
