import * as views from '#contract/views.ts';
import { serveAct, servePlainAct } from '#server/acts/carry-out.ts';
import type { Part } from '#server/acts/part.ts';
import type { Deps } from '#server/deps.ts';
import { answered } from '#server/http/answered.ts';
import type { Caller } from '#server/http/caller.ts';
import { changing, keeping, removing } from './commands.ts';
import { findOwnView, listViewsOf } from './queries.ts';

export const viewsPart: Part = {
  name: 'views',
  routes: viewRoutes,
};

function viewRoutes(deps: Deps): void {
  const { serve, db, consequences } = deps;

  serve(views.listViews, async ({ caller }) => answered(await listViewsOf(db, caller)));
  servePlainAct(deps, views.createView, keeping(consequences.views));
  const find = ({ id }: { id: string }, caller: Caller) => findOwnView(db, caller, id);
  serveAct(deps, views.updateView, find, changing(consequences.views));
  serveAct(deps, views.removeView, find, removing);
}
