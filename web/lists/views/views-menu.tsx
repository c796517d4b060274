import { Button } from '#web/ui/controls/button.tsx';
import { IconBookmark } from '#web/ui/icons.ts';
import { PlaceOf, useOpener } from '#web/ui/overlay/lazy-overlays.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { classNames } from '#web/ui/theme/class-names.ts';
import type { ViewPanelProps } from './views-panel.tsx';
import css from './views.module.css';

const panel = lazyPart(() => import('./views-panel.tsx'));

interface ViewsMenuProps extends Omit<ViewPanelProps, 'onDone'> {
  label: string;
}

/** How a list is shown: its columns, and its kept views. */
export function ViewsMenu({ label, ...shown }: ViewsMenuProps) {
  const { overlays, opened, button, opener, popup, close } = useOpener('dialog');
  const views = panel.use(opened);
  return (
    <>
      <Button {...opener} iconOnPhone icon={<IconBookmark size={17} stroke={1.8} aria-hidden />}>
        <span>{label}</span>
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
            {views && <views.ViewPanel {...shown} onDone={close} />}
          </overlays.Popover.Dropdown>
        </overlays.Popover>
      )}
    </>
  );
}
