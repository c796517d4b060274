import { type Booking } from '#contract/bookings.ts';
import {
  decideCorrection,
  listCorrections,
  type ProposedCorrection,
  takeBackCorrection,
} from '#contract/corrections.ts';
import { englishCode } from '#contract/language.ts';
import type { OfferedLanguage } from '#contract/languages.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { useLanguages } from '#web/records/languages.ts';
import { WaitingDecision } from '#web/records/second-person/waiting-decision.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

const quoted = (value: string | undefined) => (value ? `“${value}”` : 'nothing');

/** Such as "“Musa Belo” becomes “Musa Bello”". */
const wordsOf = (
  { before, after }: ProposedCorrection,
  languages: readonly OfferedLanguage[],
): string => {
  const shown = (side: typeof before, field: string) => {
    const value = side[field] ?? '';
    if (field !== 'language') return value;
    return languages.find(({ code }) => code === (value === '' ? englishCode : value))?.name;
  };
  return Object.keys(after)
    .map((field) => `${quoted(shown(before, field))} becomes ${quoted(shown(after, field))}`)
    .join('; ');
};

interface ProposedCorrectionsProps {
  booking: Booking;
  /** Another number reads them anew. */
  round: number;
  onChanged: () => void;
}

/** The correction of a paid or referred ticket that waits for a second person. */
export function ProposedCorrections({ booking, round, onChanged }: ProposedCorrectionsProps) {
  const { _id: id, version, organisation, zone } = booking;
  const { data, reload } = useLoaded(`${id} ${version} ${round}`, (signal) =>
    dataOf(listCorrections, { params: { id }, signal }),
  );
  const waiting = data?.find(({ state }) => state === 'waiting');
  const languages = useLanguages(waiting?.after['language'] === undefined ? null : organisation);
  if (!waiting) return null;
  const { id: proposal, by, at, reason } = waiting;
  const words = wordsOf(waiting, languages);
  return (
    <Notice kind="warn">
      <b>A second person must confirm a correction.</b> {by.name}, {momentOf(at)}: {words}. {reason}
      <div className="space-above">
        <WaitingDecision
          organisation={organisation}
          zone={zone}
          what="correction"
          name={words}
          proposedBy={by}
          effect="If you confirm the correction, the booking will change at once. Its papers will show both the old and the new details."
          decide={(body) => call(decideCorrection, { params: { id: proposal }, body })}
          takeBack={() => call(takeBackCorrection, { params: { id: proposal } })}
          onDecided={() => {
            reload();
            onChanged();
          }}
        />
      </div>
    </Notice>
  );
}
