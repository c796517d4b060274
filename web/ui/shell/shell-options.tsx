import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names.ts';
import css from './shell-options.module.css';

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
  onChoose: () => void;
}

export interface ShellOptionsProps {
  /** The name of the button. */
  label: string;
  choice: ShellChoice;
  options: readonly ShellOption[];
}

/** A small menu: one choice of several, then further options. */
export function ShellOptions({ label, choice, options }: ShellOptionsProps) {
  return (
    <Menu position="bottom-end" width={248} classNames={{ item: css['item'] ?? '' }}>
      <Menu.Target>
        <button
          type="button"
          className={classNames('tap', css['button'])}
          aria-label={label}
          title={label}
        >
          <IconChevronDown size={18} stroke={1.8} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{choice.label}</Menu.Label>
        <Menu.RadioGroup value={choice.value} onChange={choice.onChoose}>
          {choice.choices.map(({ value, label: name, icon }) => (
            <Menu.RadioItem key={value} value={value}>
              <span className="row gap-4">
                {icon}
                {name}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {options.map(({ key, label: name, icon, shortcut, onChoose }) => (
          <Menu.Item
            key={key}
            leftSection={icon}
            rightSection={shortcut && <kbd>{shortcut}</kbd>}
            onClick={onChoose}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
