import type { ViewScreen } from '#contract/views.ts';
import { useDispatch } from '#web/api/store-hooks.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { toastDone } from '#web/ui/feedback/toast.tsx';
import { changeView, loadViews, removeView, saveView } from './slice.ts';

/** The kept views of one list, and the ways to change them; each rejects with a failed call. */
export function useViews(screen: ViewScreen) {
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
