import type { ReactNode } from 'react';
import { IconX } from '#web/ui/icons.ts';
import { Avatar } from '../controls/avatar.tsx';
import { useOverlays } from '../overlay/lazy-overlays.ts';
import { useBack } from '../overlay/use-back.ts';
import { classNames } from '../theme/class-names.ts';
import { Brand } from './brand.tsx';
import css from './shell-actions.module.css';
import type { ShellProfile } from './shell-profile.tsx';

/** The navigation from 75em on: fixed at the side. */
export function ShellSide({ children }: { children: ReactNode }) {
  return (
    <aside className={classNames('column', css['side'])} aria-label="Navigation">
      <div className={classNames('row flex-none', css['sideBrand'])}>
        <Brand />
      </div>
      {children}
    </aside>
  );
}

interface ShellMenuProps {
  opened: boolean;
  onClose: () => void;
  profile: ShellProfile;
  children: ReactNode;
}

/** The navigation below 75em: a drawer that holds the focus and closes with Escape. */
export function ShellMenu({ opened, onClose, profile, children }: ShellMenuProps) {
  const { overlays, shown } = useOverlays(opened);
  useBack(opened, onClose);
  if (!overlays) return null;
  return (
    <overlays.Drawer.Root
      opened={shown}
      onClose={onClose}
      size={312}
      transitionProps={{ duration: 240 }}
      classNames={{ content: classNames('column', css['drawer'], 'on-dark') }}
    >
      <overlays.Drawer.Overlay />
      <overlays.Drawer.Content aria-label="Menu">
        <div className={classNames('row between flex-none', css['drawerHead'])}>
          <Brand />
          <button type="button" className="tap-target" aria-label="Close menu" onClick={onClose}>
            <IconX size={22} aria-hidden />
          </button>
        </div>
        <div className={classNames('row gap-6', css['drawerWho'])}>
          <Avatar name={profile.name} picture={profile.picture} size="lg" onDark />
          <span className="grow anywhere">
            <b>{profile.name}</b>
            <small>{profile.detail}</small>
          </span>
          {profile.menu}
        </div>
        {children}
      </overlays.Drawer.Content>
    </overlays.Drawer.Root>
  );
}
