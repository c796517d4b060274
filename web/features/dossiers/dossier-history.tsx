import { Link } from 'react-router';
import type { Dossier } from '#contract/dossiers.ts';
import { useOwnBookings } from '#web/records/bookings-path.ts';
import { count } from '#web/format/money.ts';
import { plural } from '#web/format/words.ts';
import { Card } from '#web/ui/shell/card.tsx';
import { BookingEntry } from './booking-entry.tsx';
import { CollisionEntry } from './collision-entry.tsx';
import css from './dossier-history.module.css';
import { historyOf } from './dossier-rules.ts';

/** Bookings and collisions on one lane, newest first; each opens its record. */
export function DossierHistory({ dossier }: { dossier: Dossier }) {
  const { path, noun } = useOwnBookings();
  const entries = historyOf(dossier);
  const bookings = dossier.open.count + dossier.paid.count;
  const left = bookings - dossier.bookings.length;
  const parts = [
    bookings > 0 && plural(bookings, noun),
    dossier.collisions > 0 && plural(dossier.collisions, 'collision'),
  ];
  return (
    <Card
      title="History"
      aside={<span className="small quiet">{parts.filter(Boolean).join(', ')}</span>}
    >
      <ol className="rule-top" aria-label="History">
        {entries.map((entry) =>
          entry.kind === 'booking' ? (
            <BookingEntry key={entry.booking._id} booking={entry.booking} of={dossier.of} />
          ) : (
            <CollisionEntry key={entry.collision._id} collision={entry.collision} />
          ),
        )}
      </ol>
      {left > 0 && (
        <p className={css['left']}>
          The newest {count(dossier.bookings.length)} {noun}s are listed here.{' '}
          <Link to={`${path}?search=${encodeURIComponent(dossier.value)}`}>
            All {count(bookings)} {noun}s
          </Link>
        </p>
      )}
    </Card>
  );
}
