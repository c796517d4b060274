import { type Instant, momentOf } from './time.ts';
import { useRelativeTime } from './use-relative-time.ts';

/** An age such as "39 minutes ago", which changes with the time, and its moment on hover. */
export function Age({ at }: { at: Instant | null }) {
  const age = useRelativeTime(at);
  if (at === null) return age;
  return (
    <time dateTime={new Date(at).toISOString()} title={momentOf(at)}>
      {age}
    </time>
  );
}
