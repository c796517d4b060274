import { useEffectEvent, useLayoutEffect } from 'react';
import { type DashboardPart, dashboardParts, readDashboard } from '#contract/dashboard.ts';
import type { Organisation } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import type { Period } from '#contract/statistics.ts';
import { callAddress } from '#web/api/call-address.ts';
import { call } from '#web/api/call.ts';
import { answerAhead } from '#web/api/parts-ahead.ts';

interface Opening {
  role: Role;
  organisation: Organisation;
  period: Period;
}

/** Asks in one call for all that the panels of a dashboard ask for when they are shown first. */
export function useOpening(opening: Opening): void {
  const open = useEffectEvent((signal: AbortSignal) => answerAhead(partsOf(opening, signal)));
  // Before the effects of the panels, in which they ask.
  useLayoutEffect(() => {
    const left = new AbortController();
    const forget = open(left.signal);
    return () => {
      forget();
      left.abort();
    };
  }, []);
}

function partsOf({ role, organisation, period }: Opening, signal: AbortSignal) {
  const opened = opening({ organisation, period }, signal);
  const ahead = new Map<string, Promise<unknown>>();
  for (const [name, part] of Object.entries(dashboardParts(role, organisation, period)))
    if (part !== null)
      ahead.set(
        callAddress(part.path, {}, part.query),
        // `Object.entries` forgets the names of what it lists.
        opened.then((answered) => answered?.[name as DashboardPart] ?? null),
      );
  return ahead;
}

/** Null where the server can't say it; then the panels ask one by one, and say why. */
async function opening(query: Omit<Opening, 'role'>, signal: AbortSignal) {
  // Reads are held back from the layout effect of the frame on, which comes after those of its screen.
  await Promise.resolve();
  try {
    const { data } = await call(readDashboard, { query, signal });
    // What was asked for before the application was there may be of another place or period.
    const isAsked = data.organisation === query.organisation && data.period === query.period;
    return isAsked ? data.parts : null;
  } catch {
    return null;
  }
}
