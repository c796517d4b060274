import * as views from '#contract/views.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import { Refusal } from '#server/http/refusal.ts';
import { changeView, keepView, removeView } from './commands.ts';
import { findOwnView, listViewsOf } from './queries.ts';

export const viewsPart: Part = {
  name: 'views',
  routes: viewRoutes,
};

function viewRoutes(deps: Deps): void {
  const { serve, db } = deps;

  serve(views.listViews, async ({ caller }) => answered(await listViewsOf(db, caller)));
  serve(views.createView, async ({ body, actor, caller, created }) => {
    const view = await keepView(deps, actor, caller, body);
    if (!(view instanceof Refusal)) created();
    return answered(view);
  });
  serve.record(
    views.updateView,
    ({ id }, caller) => findOwnView(db, caller, id),
    async ({ record, body, actor, caller }) =>
      answered(await changeView(deps, actor, caller, record, body)),
  );
  serve.record(
    views.removeView,
    ({ id }, caller) => findOwnView(db, caller, id),
    async ({ record, actor }) => answered(await removeView(deps, actor, record)),
  );
}
