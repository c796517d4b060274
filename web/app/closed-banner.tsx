import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { permissions, type Role } from '#contract/roles.ts';
import { joinWithAnd } from '#web/format/words.ts';
import { Banner } from '#web/ui/feedback/banner.tsx';
import { type Screen, screenAt } from './screens.tsx';

const stateSchema = z.object({ closed: z.string() });

/** The router state of whoever was sent away from a screen: its path. */
export type ClosedScreen = z.infer<typeof stateSchema>;

/** Says why somebody was sent here instead of to the screen they asked for. */
export function ClosedBanner({ role }: { role: Role }) {
  const navigate = useNavigate();
  const location = useLocation();
  const closed = stateSchema.safeParse(location.state).data?.closed;
  const screen = closed === undefined ? undefined : screenAt(closed);
  if (!screen) return null;
  return (
    <Banner
      kind="warn"
      action={{ label: 'Close', onChoose: () => void navigate('/', { replace: true }) }}
    >
      {whyClosed(screen, role)}
    </Banner>
  );
}

/** "Only state admins and observers can open Users. Your role is operator." */
function whyClosed({ title, permission }: Screen, role: Role): string {
  const open: readonly Role[] = permission === 'public' ? [] : permissions[permission];
  // Nobody can ask to become a guest.
  const roles = open.filter((one) => one !== 'guest').map((one) => `${one}s`);
  return `Only ${joinWithAnd(roles)} can open ${title}. Your role is ${role}.`;
}
