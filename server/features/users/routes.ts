import { readUser } from '#contract/users.ts';
import type { Deps } from '../../app.ts';
import { answered } from '../../http/answered.ts';
import * as users from './queries.ts';

export function userRoutes({ serve, db }: Deps): void {
  serve(readUser, async ({ params, caller }) =>
    answered(await users.readUser(db, caller, params.id)),
  );
}
