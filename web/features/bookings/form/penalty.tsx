import { IconAlertCircle } from '@tabler/icons-react';
import css from './offence-picker.module.css';

/** What the offence costs besides money; nothing when there is no such thing. */
export function Penalty({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <span className={css['penalty']}>
      <IconAlertCircle size={13} aria-hidden />
      {text}
    </span>
  );
}
