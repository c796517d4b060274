import { type ReactNode, useId, useState } from 'react';
import { said, type Say } from '#contract/language.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { useSay } from '#web/device/language.ts';
import { clockOf } from '#web/format/time.ts';
import { joinWithAnd } from '#web/format/words.ts';
import { isShort, useRoomLeft } from '#web/sending/room.ts';
import type { ConfirmWords } from '#web/ui/dialog/confirm.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DraftNote, RestoredNote } from '#web/ui/feedback/draft-note.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx';
import { SectionNav } from '#web/ui/fields/section-nav.tsx';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { draftName, toastRemoved } from '../drafts/use-offered-drafts.ts';
import { wrongPaths } from '../refusal.ts';
import { enterMovesOn } from './inputs.ts';
import css from './record-form.module.css';
import type { RecordDraft } from './record-kind.ts';
import { sectionEntries, type SectionState } from './sections.ts';
import { type Condition, SubmitArea } from './submit-area.tsx';
import type { RecordFormState } from './use-record-form.ts';

/** Why Submit waits for pictures, in English. */
export const makingSmaller = said('Hanya is making the pictures smaller.');

interface RecordFormProps<V extends RecordDraft> {
  form: RecordFormState<V>;
  /** The state of each section for the section list, by its name. */
  states: Readonly<Record<string, SectionState>>;
  conditions: readonly Condition[];
  sending: boolean;
  /** The sent part of a record on the device, in words; null before it is there. */
  stored: string | null;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  waiting?: string | undefined;
  /** Beside the form on a desk screen: its label in English, and what is shown above Submit. */
  aside: { label: string; above?: ReactNode };
  /** On smaller screens: puts Submit into the foot of the form. */
  foot?: (submit: ReactNode) => ReactNode;
  /** A screen that is shown in place of the form, with its own foot and its way back. */
  overlay?: { screen: ReactNode; foot: ReactNode; onBack: () => void } | null;
  /** The sections. */
  children: ReactNode;
}

/** The form of a record: its sections, the list that leads to them, its drafts, and Submit. */
export function RecordForm<V extends RecordDraft>(props: RecordFormProps<V>) {
  const { form, conditions, sending, stored, aside, overlay = null, onClose } = props;
  const { kind, fields, refusal, begun } = form;
  const say = useSay();
  const [current, setCurrent] = useState(() => Object.values(kind.sections)[0]?.id ?? '');
  const desk = useScreen('desk');
  const allowed = useMay(kind.permission);
  const formId = useId();
  const keepsDraft = begun && stored === null && form.keeper.works && form.mending === null;

  const submitArea = (
    <SubmitArea
      kind={kind}
      formId={formId}
      conditions={conditions}
      sending={sending}
      stored={stored}
      waiting={props.waiting}
    />
  );
  const foot = props.foot ? props.foot(submitArea) : submitArea;

  return (
    <Dialog
      opened
      onClose={
        overlay?.onBack ??
        (() => {
          if (keepsDraft) toastDone(say('Saved as a draft'));
          onClose();
        })
      }
      title={say(kind.words.title)}
      size={desk ? 'lg' : 'sm'}
      flush
      footer={desk ? undefined : (overlay?.foot ?? foot)}
      // Nothing is lost by closing then.
      confirmClose={
        begun && stored === null && overlay === null ? closingWords(form, onClose, say) : undefined
      }
      scrollTopKey={`${refusal.attempt} ${String(overlay !== null)}`}
    >
      {overlay?.screen}
      <form
        id={formId}
        lang={say.language}
        className={css['form']}
        hidden={overlay !== null}
        noValidate
        tabIndex={-1}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (allowed) void props.onSubmit();
        }}
        onKeyDown={enterMovesOn}
        onFocus={(event) => {
          const section = event.target.closest('section[id]');
          if (section) setCurrent(section.id);
        }}
      >
        <div className={css['nav']}>
          <SectionNav
            sections={sectionEntries(kind.sections, props.states, wrongPaths(fields), current, say)}
            onChoose={setCurrent}
          />
        </div>
        <div className={css['middle']}>
          <div className={css['summary']}>
            <ErrorSummary {...refusal} />
            {(!allowed || kind.practice) && <Notice kind="warn">{say(kind.words.who)}</Notice>}
            <ShortOfRoom />
            <Drafts form={form} formId={formId} />
          </div>
          {props.children}
        </div>
        {desk && (
          <aside
            className={css['side']}
            data-wide={aside.above !== undefined || undefined}
            aria-label={say(aside.label)}
          >
            <div className={css['sideInner']}>
              <div className={css['sideScroll']}>{aside.above}</div>
              {submitArea}
            </div>
          </aside>
        )}
      </form>
    </Dialog>
  );
}

/** Says before anything is typed that the device may have no room for it. */
function ShortOfRoom() {
  const say = useSay();
  const left = useRoomLeft();
  if (!isShort(left)) return null;
  return (
    <Notice kind="warn">
      <b>{say('This device is almost full.')}</b>{' '}
      {say(
        'Delete pictures or videos from it first. Without free space, Hanya cannot store or send a record.',
      )}
    </Notice>
  );
}

/** The drafts of before, at the top of the form. */
function Drafts<V extends RecordDraft>(props: { form: RecordFormState<V>; formId: string }) {
  const { kind, restored, leftOut, offers, continueDraft, discard } = props.form;
  const say = useSay();
  // The button that was pressed disappears, so the focus must go somewhere.
  const focusForm = () => document.getElementById(props.formId)?.focus({ preventScroll: true });
  return (
    <>
      {restored && (
        <RestoredNote>
          {say('Your session ended at {time}.', { time: clockOf(restored.savedAt) })}{' '}
          {say(kind.words.restored)}
        </RestoredNote>
      )}
      {leftOut.length > 0 && (
        <div role="status">
          <Notice kind="warn">
            {say.count(
              leftOut.length,
              'Too large to keep on this device: {files}. Select this file again.',
              'Too large to keep on this device: {files}. Select these files again.',
              { files: joinWithAnd(leftOut, say) },
            )}
          </Notice>
        </div>
      )}
      <DraftNote
        drafts={offers.map((draft) => ({
          id: draft.values._id,
          name: draftName(draft, kind.about(draft.values)),
          detail: draft.sending ? say(kind.words.mayHaveArrived) : undefined,
        }))}
        onContinue={(id) => void continueDraft(id).then(focusForm)}
        onDiscard={(id) => {
          discard(id);
          focusForm();
        }}
      />
    </>
  );
}

/** The question that is asked before a form closes in which something was typed. */
function closingWords<V extends RecordDraft>(
  { keeper, mending }: RecordFormState<V>,
  onClose: () => void,
  say: Say,
): ConfirmWords {
  const common = { title: say('Close the form?'), cancelLabel: say('Keep editing') };
  if (mending) {
    const message = say(
      'You will lose your changes. The record will stay on this device as it was.',
    );
    return { ...common, message, confirmLabel: say('Discard'), destructive: true };
  }
  if (!keeper.works) {
    const message = say('You will lose what you typed.');
    return { ...common, message, confirmLabel: say('Discard'), destructive: true };
  }
  const discard = () => {
    void keeper.settle().then(toastRemoved);
    onClose();
  };
  return {
    ...common,
    message: say('Hanya will keep what you typed on this device as a draft. Only you can open it.'),
    confirmLabel: say('Save draft'),
    alternative: { label: say('Discard'), onChoose: discard },
  };
}
