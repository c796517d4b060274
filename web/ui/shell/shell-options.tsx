import type { ReactNode } from 'react';
import { IconChevronDown } from '#web/ui/icons.ts';
import { PlaceOf, useOpener } from '../overlay/lazy-overlays.ts';
import { classNames } from '../theme/class-names.ts';
import css from './shell-actions.module.css';

export interface ShellChoice {
  /** The heading above the choices. */
  label: string;
  value: string;
  choices: readonly { value: string; label: string; icon: ReactNode }[];
  onChoose: (value: string) => void;
}

export interface ShellOption {
  key: string;
  label: string;
  icon: ReactNode;
  /** Shown as a key at the end. */
  shortcut?: string | undefined;
  /** Stands at the end. */
  end?: ReactNode;
  onChoose: () => void;
}

export interface ShellMenu {
  choice: ShellChoice;
  options: readonly ShellOption[];
}

export interface ShellOptionsProps {
  /** What the button does, for those who only hear it. */
  label: string;
  /** What the button shows before its chevron. */
  children: ReactNode;
  /** The content of the menu, once it is there; `wanted` while the menu is open. */
  useMenu: (wanted: boolean) => ShellMenu | undefined;
}

/** A small menu: one choice of several, then further options. */
export function ShellOptions({ label, children, useMenu }: ShellOptionsProps) {
  const { overlays, opened, button, opener, popup } = useOpener('menu');
  const menu = useMenu(opened);
  return (
    <>
      <button
        {...opener}
        type="button"
        className={classNames('row center gap-3', css['button'])}
        title={label}
      >
        {children}
        <span className="visually-hidden">{label}</span>
        <IconChevronDown size={18} stroke={1.8} aria-hidden />
      </button>
      {overlays && menu && (
        <overlays.Menu
          {...popup}
          position="bottom-end"
          width={248}
          classNames={{ item: css['item'] ?? '' }}
        >
          <overlays.Menu.Target>
            <PlaceOf button={button} />
          </overlays.Menu.Target>
          <overlays.Menu.Dropdown>
            <overlays.Menu.Label>{menu.choice.label}</overlays.Menu.Label>
            <overlays.Menu.RadioGroup value={menu.choice.value} onChange={menu.choice.onChoose}>
              {menu.choice.choices.map(({ value, label: name, icon }) => (
                <overlays.Menu.RadioItem key={value} value={value}>
                  <span className="row gap-4">
                    {icon}
                    {name}
                  </span>
                </overlays.Menu.RadioItem>
              ))}
            </overlays.Menu.RadioGroup>
            <overlays.Menu.Divider />
            {menu.options.map(({ key, label: name, icon, shortcut, end, onChoose }) => (
              <overlays.Menu.Item
                key={key}
                leftSection={icon}
                rightSection={shortcut ? <kbd>{shortcut}</kbd> : end}
                onClick={onChoose}
              >
                {name}
              </overlays.Menu.Item>
            ))}
          </overlays.Menu.Dropdown>
        </overlays.Menu>
      )}
    </>
  );
}
