import { IconMapPin } from '@tabler/icons-react';
import css from './live-map-place.module.css';

/** Where the live map will stand: the dark ground of the map, and a sentence. */
export function LiveMapPlace() {
  return (
    <aside className={css['place']} aria-label="Live Map">
      <div className={css['panel']}>
        <IconMapPin size={18} stroke={1.6} aria-hidden />
        <p>
          <b>Live Map comes later</b>
          <span className={css['more']}>It will show where these bookings were made.</span>
        </p>
      </div>
    </aside>
  );
}
