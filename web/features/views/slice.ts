import type { SentBody } from '#contract/endpoint.ts';
import * as views from '#contract/views.ts';
import type { View } from '#contract/views.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';

/** One's own views and those that colleagues share, of every list. */
export const loadViews = serverThunk<View[]>('view/list', async (_, { signal }) => {
  const { data } = await call(views.listViews, { signal });
  return data;
});

export const saveView = serverThunk(
  'view/save',
  async (body: SentBody<typeof views.createView>) => (await call(views.createView, { body })).data,
);

export const changeView = serverThunk(
  'view/change',
  async ({ id, ...body }: { id: string } & SentBody<typeof views.updateView>) =>
    (await call(views.updateView, { params: { id }, body })).data,
);

export const removeView = serverThunk(
  'view/remove',
  async (id: string) => (await call(views.removeView, { params: { id } })).data,
);
