import type { Draft } from '#web/forms/drafts/draft-store.ts';
import { draftName } from '#web/forms/drafts/use-offers.ts';
import { clockOf } from '#web/format/time.ts';
import { DraftNote, RestoredNote } from '#web/ui/feedback/draft-note.tsx';
import type { BookingDraft } from './draft.ts';

interface BookingDraftsProps {
  restored: Draft<BookingDraft> | null;
  offers: readonly Draft<BookingDraft>[];
  onContinue: (id: string) => void;
  onDiscard: (id: string) => void;
}

/** What was begun before, at the top of the form. */
export function BookingDrafts({ restored, offers, onContinue, onDiscard }: BookingDraftsProps) {
  return (
    <>
      {restored && (
        <RestoredNote>
          Your session ended at {clockOf(restored.savedAt)}. This is what you had typed.
        </RestoredNote>
      )}
      <DraftNote
        drafts={offers.map((draft) => ({
          id: draft.values._id,
          name: draftName(draft, aboutOf(draft.values)),
          detail: draft.sending ? mayHaveArrived : undefined,
        }))}
        onContinue={onContinue}
        onDiscard={onDiscard}
      />
    </>
  );
}

const mayHaveArrived =
  'It was being sent and may have arrived. Submit it unchanged: it is booked once.';

/** What a draft is best known by. */
function aboutOf({ registration, license, name }: BookingDraft): string {
  const plate = registration.trim() || license.trim();
  return plate === '' ? name : plate.toUpperCase();
}
