import { type ReactNode, use, useEffect, useEffectEvent, useRef } from 'react';
import type { HistoryRecord } from '#contract/history.ts';
import { hasTrait, type RecordName, type RecordWith } from '#contract/records.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { isTyped, singleKey, useShortcutsOn } from '#web/device/shortcuts.ts';
import { count } from '#web/format/money.ts';
import { type PlaceInList, PlaceInListContext } from '#web/lists/place-in-list.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { DetailBody } from '#web/ui/dialog/detail.tsx';
import { Dialog, type DialogProps } from '#web/ui/dialog/dialog.tsx';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { RecordMissing } from '#web/ui/feedback/record-missing.tsx';
import { IconChevronDown, IconChevronUp, IconDots } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useScreen } from '#web/ui/theme/use-screen.ts';
import { FoldedSection } from './history/folded-section.tsx';
import { RecordHistory } from './history/record-history.tsx';
import type { OpenRecord } from './use-record.ts';

const seenBy = lazyPart(() => import('./history/seen-by.tsx'));

interface RecordDialogProps<Row> extends Pick<DialogProps, 'opened' | 'onClose' | 'size'> {
  kind: RecordName;
  reading: OpenRecord<Row>;
  /** The title until the record is loaded. */
  title: string;
  /** Shown above the reason why the record can't be opened; of size 30. */
  icon?: ReactNode;
  /** The known facts of a record that can't be opened, above the reason. */
  instead?: ReactNode;
  /** Header, body and footer of the record. */
  show: (record: Row) => Omit<DialogProps, 'opened' | 'onClose' | 'size'>;
}

/** A record opened over its list: while it loads, when it can't be loaded, and with its content. */
export function RecordDialog<Row>(props: RecordDialogProps<Row>) {
  const { kind, reading, title, icon, instead, show, ...dialog } = props;
  const { record, failure, retry } = reading;
  const neighbours = <Neighbours />;
  const phone = useScreen('phone');
  if (record !== undefined) {
    const { actions, children, ...shown } = show(record);
    return (
      <Dialog
        {...dialog}
        {...shown}
        actions={
          <>
            {!phone && neighbours}
            {actions}
          </>
        }
      >
        {children}
        {phone && neighbours}
      </Dialog>
    );
  }
  return (
    <Dialog {...dialog} title={title}>
      {failure && instead}
      <RecordMissing noun={kind} failure={failure} onRetry={retry} icon={icon} />
    </Dialog>
  );
}

interface RecordBodyProps {
  kind: HistoryRecord;
  id: string;
  /** Another text says that its history has grown. */
  revision?: string;
  reading: Pick<OpenRecord<unknown>, 'failure' | 'retry'>;
  facts: ReactNode;
  /** What is seldom done or sought, folded at the end. */
  more?: ReactNode;
  children: ReactNode;
}

/** A record with its facts beside it and its history below it; says so if it may be out of date. */
export function RecordBody(props: RecordBodyProps) {
  const { kind, id, revision, facts, more, children } = props;
  const { failure, retry } = props.reading;
  const answers = useMay('see users');
  return (
    <>
      {failure && (
        <Banner kind="bad" action={{ label: 'Try again', onChoose: retry }} flush>
          <b>{failure.message}</b> This is an older version of the {kind}.
        </Banner>
      )}
      <DetailBody facts={facts}>
        {children}
        <RecordHistory record={kind} id={id} revision={revision}>
          {answers && hasTrait(kind, 'noted') && <LateSeenBy record={kind} id={id} />}
        </RecordHistory>
        {more !== undefined && (
          <FoldedSection icon={<IconDots size={18} stroke={1.8} aria-hidden />} title="More">
            <div className="column gap-5">{more}</div>
          </FoldedSection>
        )}
      </DetailBody>
    </>
  );
}

function LateSeenBy(props: { record: RecordWith<'noted'>; id: string }) {
  const SeenBy = seenBy.use(true)?.SeenBy;
  return SeenBy ? <SeenBy {...props} /> : null;
}

/** The open record's place in its list, with the ways to the one before and the next one. */
function Neighbours() {
  const place = use(PlaceInListContext);
  return place && <Steps {...place} />;
}

function Steps({ number, total, more, onPrevious, onNext }: PlaceInList) {
  const part = useRef<HTMLDivElement>(null);
  const on = useShortcutsOn();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKey(event);
    const dialog = part.current?.closest('[role="dialog"]');
    const isHere = event.target instanceof Node && dialog?.contains(event.target);
    if (!on || !isHere || isTyped(event.target)) return;
    if (key === 'j') onNext?.();
    if (key === 'k') onPrevious?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <div ref={part} className="row gap-2" role="group" aria-label="In the list">
      <IconButton
        label="Previous record"
        icon={<IconChevronUp size={20} aria-hidden />}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <span className="small quiet nowrap" aria-live="polite">
        {count(number)} of {more && 'more than '}
        {count(total)}
      </span>
      <IconButton
        label="Next record"
        icon={<IconChevronDown size={20} aria-hidden />}
        disabled={!onNext}
        onClick={onNext}
      />
    </div>
  );
}
