import * as auth from '#contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { boundedQueue } from '#server/http/bounded.ts';
import * as commands from './commands.ts';
import { askReset, resetPasswordOf } from './reset.ts';

const sent = 'If the account exists, a mail with a link is on its way.';

const resets = boundedQueue({ atOnce: 2, waiting: 200 });

export function authRoutes(deps: Deps): void {
  const { serve } = deps;
  serve(auth.login, ({ body, actor }) => commands.signIn(deps, actor, body), {
    perMinute: 10,
    of: 'email',
  });
  serve(auth.register, ({ body, actor }) => commands.registerFirstAdmin(deps, actor, body), {
    perMinute: 10,
  });
  serve(
    auth.forgotPassword,
    ({ body, actor }) => {
      // After the answer, whose time would tell whether the account exists.
      void resets
        .run(() => askReset(deps, actor, body))
        .catch((error: unknown) => deps.log.error(error, 'a reset mail could not be sent'));
      return Promise.resolve(answered(sent));
    },
    { perMinute: 5, of: 'email' },
  );
  serve(
    auth.resetPassword,
    ({ params, body, actor }) => resetPasswordOf(deps, actor, params.token, body),
    { perMinute: 10 },
  );
  serve(auth.wake, () => Promise.resolve(answered('up' as const)));
  serve(auth.logout, async ({ actor, caller }) => {
    await commands.signOut(deps, actor, caller);
    return answered(null);
  });
}
