import { type BookingPicture, listPictures } from '#contract/booking-pictures.ts';
import { dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { momentOf } from '#web/format/time.ts';
import { joined } from '#web/format/words.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DetailHeading } from '#web/ui/dialog/detail.tsx';
import css from './booking-pictures.module.css';

/** The pictures of a booking and its driver's signature; each opens large in a new tab. */
export function BookingPictures({ id }: { id: string }) {
  const { data, failure, reload } = useLoaded(id, (signal) =>
    dataOf(listPictures, { params: { id }, signal }),
  );
  if (failure !== null)
    return (
      <p className="small quiet space-above">
        The pictures could not be loaded.{' '}
        <Button variant="link" size="sm" onClick={reload}>
          Try again
        </Button>
      </p>
    );
  if (data === null || data.length === 0) return null;
  return (
    <>
      <DetailHeading>Pictures</DetailHeading>
      <ul className={css['pictures']} aria-label="Pictures">
        {data.map((picture, index) => (
          <li key={picture.id}>
            <a href={picture.address} target="_blank" rel="noopener">
              <img src={picture.address} alt={nameOf(picture, index)} loading="lazy" />
            </a>
            <p className="small">{nameOf(picture, index)}</p>
            <p className="tiny quiet">{factsOf(picture)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

const nameOf = ({ shows }: BookingPicture, index: number): string =>
  shows === 'signature' ? 'Driver’s signature' : `Picture ${index + 1}`;

/** "2026-11-27 16:33, 11.1102, 7.7227, SHA-256 4f1c…": as far as it is known. */
function factsOf({ taken, sentAt, sha256 }: BookingPicture): string {
  const when = taken?.at?.slice(0, 16).replace('T', ' ') ?? `sent ${momentOf(sentAt)}`;
  const where = taken?.position
    ? `${taken.position.lat.toFixed(4)}, ${taken.position.lng.toFixed(4)}`
    : '';
  return joined([when, where, `SHA-256 ${sha256.slice(0, 12)}…`]) ?? '';
}
