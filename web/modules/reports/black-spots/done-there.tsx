import { type SubmitEvent, useState } from 'react';
import {
  type BlackSpot,
  mostNoteCharacters,
  notePlace,
} from '#contract/modules/reports/black-spots.ts';
import type { Organisation } from '#contract/places.ts';
import { dataOf } from '#web/api/call.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { failedCall } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { VisuallyHidden } from '#web/ui/controls/visually-hidden.tsx';
import { RefusalNotice } from '#web/ui/feedback/notice.tsx';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';

interface DoneThereProps {
  /** In the order of their ranks. */
  spots: readonly BlackSpot[];
  organisation: Organisation | undefined;
  onWritten: () => void;
}

/** What was done at each place, as it was written last; state admins and zonal heads write it. */
export function DoneThere({ spots, organisation, onWritten }: DoneThereProps) {
  const mayWrite = useMay('settle collisions');
  const [about, setAbout] = useState<BlackSpot | null>(null);
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');

  function open(spot: BlackSpot | null): void {
    setAbout(spot);
    setWords(spot?.note?.words ?? '');
    setRefusal('');
  }

  async function write(event: SubmitEvent, { zone, lat, lng }: BlackSpot): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await dataOf(notePlace, { body: { organisation, zone, lat, lng, words } });
      toastDone('Saved with your name and the time.');
      open(null);
      onWritten();
    } catch (error) {
      setRefusal(failedCall(error).message);
    }
    setBusy(false);
  }

  return (
    <ol className="ruled" aria-label="Work done at the spots">
      {spots.map((spot, index) => (
        <li key={`${spot.lat} ${spot.lng}`} className="anywhere">
          <b>
            {index + 1}. {spot.name}
          </b>
          <span className="block">
            {spot.note?.words ?? 'Nobody has recorded any work here yet.'}
          </span>
          {spot.note && (
            <span className="block small quiet">
              {spot.note.by}, {momentOf(spot.note.at)}
            </span>
          )}
          {mayWrite && about !== spot && (
            <Button size="sm" onClick={() => open(spot)}>
              Record <VisuallyHidden>work done at {spot.name}</VisuallyHidden>
            </Button>
          )}
          {about === spot && (
            <form className="column gap-4" noValidate onSubmit={(event) => void write(event, spot)}>
              <RefusalNotice>{refusal}</RefusalNotice>
              <TextArea
                label="What was done, and when"
                hint="The printed page will show this. Hanya keeps the earlier notes."
                maxLength={mostNoteCharacters}
                value={words}
                onChange={({ currentTarget }) => setWords(currentTarget.value)}
              />
              <div className="flex wrap gap-4">
                <Button type="submit" variant="primary" loading={busy}>
                  Save
                </Button>
                <Button onClick={() => open(null)}>Cancel</Button>
              </div>
            </form>
          )}
        </li>
      ))}
    </ol>
  );
}
