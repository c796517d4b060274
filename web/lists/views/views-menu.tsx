import { useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { IconBookmark } from '#web/ui/icons.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import type { ViewedList } from './views-panel.tsx';
import css from './views.module.css';

const panel = lazyPart(() => import('./views-panel.tsx'));
import { PlaceOf, useOpener, useOverlays } from '#web/ui/overlay/lazy-overlays.ts';
import { useBack } from '#web/ui/overlay/use-back.ts';

/** The kept views of a list: shows one, or keeps what the list shows now. */
export function ViewsMenu(list: ViewedList) {
  const [opened, setOpened] = useState(false);
  const views = panel.use(opened);
  const { overlays, shown } = useOverlays(opened && views !== undefined);
  const { button, opener, id } = useOpener(opened, 'dialog');
  useBack(opened, () => setOpened(false));
  return (
    <>
      <Button
        {...opener}
        iconOnPhone
        icon={<IconBookmark size={17} stroke={1.8} aria-hidden />}
        onClick={() => setOpened(!opened)}
      >
        <span>Views</span>
      </Button>
      {overlays && (
        <overlays.Popover
          id={id}
          opened={shown}
          onChange={setOpened}
          position="bottom-end"
          width={328}
          trapFocus
          returnFocus
          classNames={{ dropdown: css['popover'] ?? '' }}
        >
          <overlays.Popover.Target>
            <PlaceOf button={button} />
          </overlays.Popover.Target>
          <overlays.Popover.Dropdown>
            {views && <views.ViewsPanel list={list} onDone={() => setOpened(false)} />}
          </overlays.Popover.Dropdown>
        </overlays.Popover>
      )}
    </>
  );
}
