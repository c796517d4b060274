import type { ReactNode } from 'react';
import { Avatar } from '../controls/avatar.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './shell.module.css';

export interface ShellProfile {
  name: string;
  /** Under the name. */
  detail: string;
  picture?: string | undefined;
  onChoose: () => void;
  /** A button that opens the person's menu: beside the name, or in the drawer on a phone. */
  menu: ReactNode;
}

/** Picture, name and detail in the header; the words are visible from 64em on. */
export function ShellProfileBlock({ profile }: { profile: ShellProfile }) {
  const { name, detail, picture, onChoose, menu } = profile;
  return (
    <>
      <button
        type="button"
        className={classNames('row center gap-5', css['who'])}
        onClick={onChoose}
      >
        <Avatar name={name} picture={picture} />
        <span className={css['person']}>
          <b>{name}</b>
          <small>{detail}</small>
        </span>
      </button>
      <div className={css['menu']}>{menu}</div>
    </>
  );
}
