import { useClipboard } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconCheck, IconLink } from '#web/ui/icons.ts';
import { Button } from './button.tsx';

interface CopyButtonProps {
  label: string;
  icon?: ReactNode;
  textOf: () => string;
  iconOnPhone?: boolean;
}

/** Copies a text, and says so for two seconds. */
export function CopyButton({ label, icon, textOf, iconOnPhone }: CopyButtonProps) {
  const { copied, copy } = useClipboard({ timeout: 2000 });
  return (
    <Button
      size="sm"
      iconOnPhone={iconOnPhone}
      icon={copied ? <IconCheck size={16} aria-hidden /> : icon}
      onClick={() => copy(textOf())}
    >
      <span>{copied ? 'Copied' : label}</span>
    </Button>
  );
}

/** Copies the address of this screen with the record open, without filters or page. */
export function CopyLink({ id }: { id: string }) {
  return (
    <CopyButton
      label="Copy link"
      iconOnPhone
      icon={<IconLink size={16} aria-hidden />}
      textOf={() => {
        const { origin, pathname } = window.location;
        return `${origin}${pathname}?open=${encodeURIComponent(id)}`;
      }}
    />
  );
}
