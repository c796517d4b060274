import { useDispatch } from '#web/api/store-hooks.ts';
import { useTheme } from '#web/device/theme.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { ShellOptions } from '#web/ui/shell/shell-options.tsx';
import type { AccountActions } from './account-options.tsx';

const options = lazyPart(() => import('./account-options.tsx'));

/** The button of the person's menu. */
export function AccountMenu(actions: Omit<AccountActions, 'theme' | 'dispatch'>) {
  const dispatch = useDispatch();
  const theme = useTheme();
  return (
    <ShellOptions
      label="Account menu"
      useMenu={(wanted) => options.use(wanted)?.accountOptions({ ...actions, theme, dispatch })}
    />
  );
}
