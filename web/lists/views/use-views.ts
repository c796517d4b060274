import { createView, listViews, removeView, updateView, type ViewScreen } from '#contract/views.ts';
import { call, dataOf } from '#web/api/call.ts';
import { useLoaded } from '#web/api/use-loaded.ts';
import { toastDone } from '#web/ui/feedback/toast.tsx';

/**
 * One's own and the colleagues' shared views of one list. The changes reject with a `CallFailure`.
 */
export function useViews(screen: ViewScreen) {
  const { data, failure, reload } = useLoaded('views', (signal) => dataOf(listViews, { signal }));
  const what = screen === 'reports' ? 'Report' : 'View';
  return {
    views: data?.filter((view) => view.screen === screen) ?? null,
    failure,
    reload,
    save: async (view: { name: string; query: string; shared: boolean }) => {
      await call(createView, { body: { ...view, screen } });
      toastDone(`${what} added`);
      reload();
    },
    change: async ({ id, ...body }: { id: string; name: string; shared: boolean }) => {
      await call(updateView, { params: { id }, body });
      toastDone(`${what} updated`);
      reload();
    },
    remove: async (id: string) => {
      await call(removeView, { params: { id } });
      toastDone(`${what} removed`);
      reload();
    },
  };
}
