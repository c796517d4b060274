import { bringInRecord } from '#contract/brought-in-records.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { Refusal } from '#server/http/refusal.ts';
import { bringIn } from './commands.ts';

export function broughtInRecordRoutes(deps: Deps): void {
  const { serve } = deps;
  serve(
    bringInRecord,
    async ({ body, actor, caller, created }) => {
      const brought = await bringIn(deps, actor, caller, body);
      if (brought instanceof Refusal) return brought;
      if (brought.isNew) created();
      return answered(brought.record);
    },
    { perMinute: 240, of: 'account' },
  );
}
