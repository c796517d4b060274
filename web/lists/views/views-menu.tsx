import { Button } from '#web/ui/controls/button.tsx';
import { IconBookmark } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { ViewedList } from './views-panel.tsx';
import css from './views.module.css';

const panel = lazyPart(() => import('./views-panel.tsx'));
import { PlaceOf, useOpener } from '#web/ui/overlay/lazy-overlays.ts';

/** The kept views of a list: shows one, or keeps what the list shows now. */
export function ViewsMenu(list: ViewedList) {
  const { overlays, opened, button, opener, popup, close } = useOpener('dialog');
  const views = panel.use(opened);
  return (
    <>
      <Button {...opener} iconOnPhone icon={<IconBookmark size={17} stroke={1.8} aria-hidden />}>
        <span>{list.onSchedule ? 'Saved reports' : 'Views'}</span>
      </Button>
      {overlays && (
        <overlays.Popover
          {...popup}
          opened={popup.opened && views !== undefined}
          position="bottom-end"
          width={328}
          trapFocus
          returnFocus
          classNames={{ dropdown: classNames('column gap-4', css['popover']) }}
        >
          <overlays.Popover.Target>
            <PlaceOf button={button} />
          </overlays.Popover.Target>
          <overlays.Popover.Dropdown>
            {views && <views.ViewsPanel list={list} onDone={close} />}
          </overlays.Popover.Dropdown>
        </overlays.Popover>
      )}
    </>
  );
}
