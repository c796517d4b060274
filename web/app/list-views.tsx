import { Outlet } from 'react-router';
import { ViewsMenu } from '#web/features/views/views-menu.tsx';
import { ListViewsContext } from '#web/lib/list-views.ts';

/** Every screen in it can show the kept views of its list. */
export function WithListViews() {
  return (
    <ListViewsContext value={(list) => <ViewsMenu key={list.screen} {...list} />}>
      <Outlet />
    </ListViewsContext>
  );
}
