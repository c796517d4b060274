import type { ReactNode } from 'react';
import { Avatar } from '../controls/avatar.tsx';
import css from './shell.module.css';

export interface ShellProfile {
  name: string;
  /** Under the name. */
  detail: string;
  picture?: string | undefined;
  onChoose?: (() => void) | undefined;
  /** A button with what else can be done: beside the name, in the drawer on a phone. */
  menu?: ReactNode;
}

/** Picture, name and detail in the header; the words are only seen from 64em on. */
export function ShellProfileBlock({ profile }: { profile: ShellProfile }) {
  const { name, detail, picture, onChoose, menu } = profile;
  const inside = (
    <>
      <Avatar name={name} picture={picture} />
      <span className={css['person']}>
        <b>{name}</b>
        <small>{detail}</small>
      </span>
    </>
  );
  return (
    <>
      {onChoose === undefined ? (
        <div className={css['who']}>{inside}</div>
      ) : (
        <button type="button" className={css['who']} onClick={onChoose}>
          {inside}
        </button>
      )}
      {menu != null && <div className={css['menu']}>{menu}</div>}
    </>
  );
}
