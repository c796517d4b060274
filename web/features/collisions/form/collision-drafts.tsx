import type { Draft } from '#web/forms/drafts/draft-store.ts';
import { draftName } from '#web/forms/drafts/use-offers.ts';
import { clockOf } from '#web/format/time.ts';
import { listed } from '#web/format/words.ts';
import { DraftNote, RestoredNote } from '#web/ui/feedback/draft-note.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { CollisionDraft } from './draft.ts';
import { plateOf } from './evidence.ts';

interface CollisionDraftsProps {
  restored: Draft<CollisionDraft> | null;
  /** The names of files that the device could not keep. */
  leftOut: readonly string[];
  offers: readonly Draft<CollisionDraft>[];
  onContinue: (id: string) => void;
  onDiscard: (id: string) => void;
}

/** What was begun before, at the top of the form. */
export function CollisionDrafts(props: CollisionDraftsProps) {
  const { restored, leftOut, offers, onContinue, onDiscard } = props;
  return (
    <>
      {restored && (
        <RestoredNote>
          Your session ended at {clockOf(restored.savedAt)}. This is what you had typed and chosen.
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
  'It was being sent and may have arrived. Submit it unchanged: it is recorded once.';

/** What a draft is best known by. */
function aboutOf({ vehicle, location }: CollisionDraft): string {
  const plate = vehicle.map((row) => plateOf(row.plate)).find((found) => found !== '');
  return plate ?? location;
}
