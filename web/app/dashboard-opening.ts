import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { z } from 'zod';
import { answer } from '#contract/answers.ts';
import { type DashboardPart, dashboardParts, readDashboard } from '#contract/dashboard.ts';
import { type Organisation, organisationSchema } from '#contract/places.ts';
import type { Role } from '#contract/roles.ts';
import { type Period, periodSchema } from '#contract/statistics.ts';
import { callAddress } from '#web/api/call-address.ts';
import { call } from '#web/api/call.ts';
import { nextTask } from '#web/api/parse-in-slices.ts';
import { answerAhead } from '#web/api/parts-ahead.ts';
import { useLiveNews } from '#web/live/events.ts';

interface Opening {
  role: Role;
  organisation: Organisation;
  period: Period;
}

/** Asks in one call for all that the panels of a dashboard ask for when they are shown first. */
export function useOpening(opening: Opening): void {
  const forget = useRef<() => void>(undefined);
  const open = useEffectEvent((signal: AbortSignal) => askTogether(opening, signal));
  // Before the effects of the panels, in which they ask.
  useLayoutEffect(() => {
    const left = new AbortController();
    const forgetNow = open(left.signal);
    forget.current = forgetNow;
    return () => {
      forgetNow();
      left.abort();
    };
  }, []);
  // A panel that is drawn later has not heard these news, and what was read before lacks them.
  useLiveNews(() => forget.current?.());
}

function askTogether({ role, organisation, period }: Opening, signal: AbortSignal): () => void {
  const ahead = new Map<string, Promise<unknown>>();
  const hand: ((parts: Parts | null) => void)[] = [];
  for (const [name, part] of Object.entries(dashboardParts(role, organisation, period))) {
    if (part === null) continue;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    ahead.set(callAddress(part.path, {}, part.query), promise);
    // `Object.entries` forgets the names of what it lists.
    hand.push((parts) => resolve(parts?.[name as DashboardPart] ?? null));
  }
  void opened({ organisation, period }, signal).then(async (parts) => {
    // The figures first, and each by itself: a slow phone hears its buttons in between.
    for (const one of hand) {
      one(parts);
      await nextTask();
    }
  });
  return answerAhead(ahead);
}

type Parts = Partial<Record<DashboardPart, unknown>>;

/** Each part is held to its schema by the call that it answers. */
const withPartsAsSent = {
  ...readDashboard,
  response: answer(
    z.object({
      organisation: organisationSchema,
      period: periodSchema,
      parts: z.record(z.string(), z.unknown()),
    }),
  ),
};

/** Null where the server can't say it; then the panels ask one by one, and say why. */
async function opened(query: Omit<Opening, 'role'>, signal: AbortSignal): Promise<Parts | null> {
  // Reads are held back from the layout effect of the frame on, which comes after those of its screen.
  await Promise.resolve();
  try {
    const { data } = await call(withPartsAsSent, { query, signal });
    // What was asked for before the application was there may be of another place or period.
    const isAsked = data.organisation === query.organisation && data.period === query.period;
    return isAsked ? data.parts : null;
  } catch {
    return null;
  }
}
