import { Link } from 'react-router';
import type { Person } from '#contract/people.ts';
import { useMay } from '#web/api/store-hooks.ts';
import { bookingsOf } from './addresses/bookings-path.ts';

/** Leads to the officer's bookings for whoever may see them. */
export function OfficerName({ officer: { id, name } }: { officer: Pick<Person, 'id' | 'name'> }) {
  const leads = useMay('see paid bookings');
  return leads ? <Link to={bookingsOf(id)}>{name}</Link> : name;
}
