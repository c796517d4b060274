import type { SentBody } from '#contract/endpoint.ts';
import * as views from '#contract/views.ts';
import { call } from '#web/api/call.ts';
import { serverThunk } from '#web/api/server-thunk.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { toastDone } from '#web/ui/feedback/toast.tsx';

/** One's own views and those that colleagues share, for all lists. */
const loadViews = serverThunk<views.View[]>('view/list', async (_, { signal }) => {
  const { data } = await call(views.listViews, { signal });
  return data;
});

const saveView = serverThunk(
  'view/save',
  async (body: SentBody<typeof views.createView>) => (await call(views.createView, { body })).data,
);

const changeView = serverThunk(
  'view/change',
  async ({ id, ...body }: { id: string } & SentBody<typeof views.updateView>) =>
    (await call(views.updateView, { params: { id }, body })).data,
);

const removeView = serverThunk(
  'view/remove',
  async (id: string) => (await call(views.removeView, { params: { id } })).data,
);

/** The kept views of one list, and the ways to change them, which reject with a `FailedCall`. */
export function useViews(screen: views.ViewScreen) {
  const dispatch = useDispatch();
  const { data, failure, reload } = useLoaded('views', () => dispatch(loadViews()));
  return {
    views: data?.filter((view) => view.screen === screen) ?? null,
    failure,
    reload,
    save: async (view: { name: string; query: string; shared: boolean }) => {
      await dispatch(saveView({ ...view, screen })).unwrap();
      toastDone('View added');
      reload();
    },
    change: async (view: { id: string; name: string; shared: boolean }) => {
      await dispatch(changeView(view)).unwrap();
      toastDone('View updated');
      reload();
    },
    remove: async (id: string) => {
      await dispatch(removeView(id)).unwrap();
      toastDone('View removed');
      reload();
    },
  };
}
