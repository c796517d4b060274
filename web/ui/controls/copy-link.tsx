import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconLink } from '#web/ui/icons.ts';
import { Button } from './button.tsx';

/** Copies the address of this screen with the record open, without filters or page. */
export function CopyLink({ id }: { id: string }) {
  const clipboard = useClipboard({ timeout: 2000 });
  const icon = clipboard.copied ? (
    <IconCheck size={16} aria-hidden />
  ) : (
    <IconLink size={16} aria-hidden />
  );

  function copy(): void {
    const { origin, pathname } = window.location;
    clipboard.copy(`${origin}${pathname}?open=${encodeURIComponent(id)}`);
  }

  return (
    <Button size="sm" icon={icon} onClick={copy}>
      {clipboard.copied ? 'Copied' : 'Copy link'}
    </Button>
  );
}
