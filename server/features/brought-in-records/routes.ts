import { bringInRecord } from '#contract/brought-in-records.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { Refusal } from '#server/http/refusal.ts';
import { bringIn, type Stores } from './commands.ts';

export function broughtInRecordRoutes(deps: Deps, stores: Stores): void {
  const { serve } = deps;
  serve(
    bringInRecord,
    async ({ body, actor, caller, created }) => {
      const brought = await bringIn(deps, actor, caller, stores, body);
      if (brought instanceof Refusal) return brought;
      if (brought.isNew) created();
      return answered({ _id: brought.id, files: brought.files });
    },
    { perMinute: 240, of: 'account' },
  );
}
