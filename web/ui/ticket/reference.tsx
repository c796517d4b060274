import { useEffect, useState } from 'react';
import { IconCheck, IconCopy } from '#web/ui/icons.ts';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { classNames } from '../theme/class-names.ts';
import css from './reference.module.css';

export interface ReferenceProps {
  value: string;
  /** Characters in a group. */
  group?: number | undefined;
  /** Adds a button that copies it. */
  copy?: boolean | undefined;
}

/** A reference in groups. The gaps are margins, so that copied text has none. */
export function Reference({ value, group = 4, copy }: ReferenceProps) {
  const groups = value.match(new RegExp(`.{1,${group}}`, 'gsu')) ?? [];
  return (
    <span className={classNames('inline-row gap-5', css['reference'])}>
      <span className={css['text']}>
        <VisuallyHidden className={css['spoken'] ?? ''}>{value}</VisuallyHidden>
        <span aria-hidden>
          {groups.map((part, place) => (
            <span key={`${place}${part}`} className={css['group']}>
              {part}
            </span>
          ))}
        </span>
      </span>
      {copy && <CopyButton value={value} />}
    </span>
  );
}

function CopyButton({ value }: { value: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = window.setTimeout(() => setCopied(false), 2000);
    return () => window.clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  }

  return (
    <>
      <button
        type="button"
        className={classNames('icon-button', css['copy'])}
        aria-label="Copy reference"
        title="Copy reference"
        onClick={() => void copy().catch(() => setCopied(false))}
      >
        {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </button>
      <VisuallyHidden role="status">{copied ? 'Copied' : ''}</VisuallyHidden>
    </>
  );
}
