import * as auth from '#contract/auth.ts';
import * as passkeys from '#contract/passkeys.ts';
import * as required from '#contract/required-factors.ts';
import * as factor from '#contract/second-factor.ts';
import * as security from '#contract/security.ts';
import * as signIn from '#contract/sign-in.ts';
import { serveAct, servePlainAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { findToChange as findToSecure } from '#server/features/users/queries.ts';
import { answered } from '#server/http/answered.ts';
import { networkOf } from '#server/http/attempts.ts';
import { boundedQueue } from '#server/http/bounded.ts';
import type { Caller } from '#server/http/caller.ts';
import { beginApp, confirmAppOf, removingApp } from './authenticator-app.ts';
import * as commands from './commands.ts';
import { factorsOf, renewCodes, takingFactors } from './factors.ts';
import { guardSignIns } from './guessing.ts';
import { heldFactors } from './held-factors.ts';
import { changeOwnPassword } from './own-password.ts';
import { endingAll, endingOne, endOfSession, sessionsOf } from './own-sessions.ts';
import { addPasskeyOf, beginPasskeyOf, beginProofOf, removingPasskey } from './passkeys.ts';
import { requiredFactorsOf, requiring } from './required-factors.ts';
import { askReset, resetPasswordOf } from './reset.ts';
import { askForFactorReset, proveCaller, signInByCode, signInByPasskey } from './second-step.ts';
import { watchFirstAccount } from './setup.ts';

const sent = 'If the account exists, an email with a link is on its way.';

const resets = boundedQueue({ name: 'reset links', atOnce: 2, waiting: 200, each: 50 });

export const authPart: Part = {
  name: 'auth',
  routes: authRoutes,
};

function authRoutes(deps: Deps): void {
  const { serve, db } = deps;
  const stateOfInstallation = watchFirstAccount(deps);
  const guarded = { ...deps, guard: guardSignIns(db, { perMinute: 10 }) };
  serve(signIn.login, ({ body, actor }) => commands.signIn(guarded, actor, body));
  serve(signIn.register, ({ body, actor }) => commands.registerFirstAdmin(deps, actor, body), {
    perMinute: 10,
  });
  serve(
    signIn.forgotPassword,
    ({ body, actor }) => {
      // After the answer, whose time would tell whether the account exists.
      void resets
        .run(() => askReset(deps, actor, body), networkOf(actor.address))
        .catch((error: unknown) => deps.log.error(error, 'a reset mail could not be sent'));
      return Promise.resolve(answered(sent));
    },
    { perMinute: 5, of: 'email' },
  );
  serve(signIn.resetPassword, ({ params, body, actor }) =>
    resetPasswordOf(deps, actor, params.token, body),
  );
  serve(
    security.changePassword,
    async ({ body, actor, caller }) => answered(await changeOwnPassword(deps, actor, caller, body)),
    { perMinute: 10, of: 'account' },
  );
  const account = ({ id }: { id: string }, caller: Caller) => findToSecure(db, caller, id);
  serve(security.readSession, async ({ caller }) => answered(await endOfSession(deps, caller)));
  serve.record(security.listSessions, account, async ({ record, actor, caller }) =>
    answered(await sessionsOf(deps, actor, caller, record.id)),
  );
  serveAct(deps, security.endSession, account, endingOne(deps));
  serveAct(deps, security.endSessions, account, endingAll(deps));
  serve(factor.signInWithCode, ({ body, actor }) => signInByCode(deps, actor, body));
  serve(factor.signInWithPasskey, ({ body, actor }) => signInByPasskey(deps, actor, body));
  serve(factor.askFactorReset, async ({ body, actor }) =>
    answered(await askForFactorReset(deps, actor, body)),
  );
  factorRoutes(deps);
  serve(
    factor.proveAgain,
    async ({ body, actor, caller }) => answered(await proveCaller(deps, actor, caller, body)),
    { perMinute: 10, of: 'account' },
  );
  serve(auth.wake, async () => answered(await stateOfInstallation()));
  serve(auth.logout, async ({ actor, caller }) => {
    await commands.signOut(deps, actor, caller);
    return answered(null);
  });
}

/** The second factors of one's own account, and those of others. */
function factorRoutes(deps: Deps): void {
  const { serve, db } = deps;
  serve(factor.readFactors, async ({ caller }) => answered(await factorsOf(deps, caller.userId)));
  serve(factor.addApp, async ({ actor, caller }) => answered(await beginApp(deps, actor, caller)));
  serve(factor.confirmApp, async ({ body, actor, caller }) =>
    answered(await confirmAppOf(deps, actor, caller, body.code)),
  );
  servePlainAct(deps, factor.removeApp, removingApp(deps));
  serve(passkeys.beginPasskey, async ({ actor, caller }) =>
    answered(await beginPasskeyOf(deps, actor, caller)),
  );
  serve(passkeys.addPasskey, async ({ body, actor, caller }) =>
    answered(await addPasskeyOf(deps, actor, caller, body)),
  );
  servePlainAct(deps, passkeys.removePasskey, removingPasskey(deps));
  serve(
    passkeys.beginProof,
    async ({ actor, caller }) => answered(await beginProofOf(deps, actor, caller)),
    { perMinute: 30, of: 'account' },
  );
  serve(factor.renewRecoveryCodes, async ({ actor, caller }) =>
    answered(await renewCodes(deps, actor, caller)),
  );
  const account = ({ id }: { id: string }, caller: Caller) => findToSecure(db, caller, id);
  serve.record(factor.readFactorsOf, account, async ({ record }) =>
    answered(await heldFactors(db, record.id)),
  );
  serveAct(deps, factor.takeFactors, account, takingFactors(deps));
  serve(required.readRequiredFactors, async ({ caller }) =>
    answered(await requiredFactorsOf(db, caller)),
  );
  servePlainAct(deps, required.requireFactor, requiring);
}
