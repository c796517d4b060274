import { may, type Role } from '#contract/roles.ts';
import type { PopupName } from '#web/api/popups.ts';
import { IconCarCrash, IconShield, IconTicket } from '#web/ui/icons.ts';
import type { ShellAction } from '#web/ui/shell/shell-actions.tsx';

/** The links of the header that a role sees; each opens its popup. */
export function headerLinks(role: Role, open: (popup: PopupName) => void): ShellAction[] {
  const booking: ShellAction = {
    key: 'booking',
    label: 'Booking',
    icon: <IconTicket />,
    primary: may(role, 'book'),
    onChoose: () => open('booking'),
  };
  const insurance: ShellAction = {
    key: 'insurance',
    label: 'Insurance',
    icon: <IconShield />,
    onChoose: () => open('insurance'),
  };
  const collision: ShellAction = {
    key: 'collision',
    label: 'Collision',
    icon: <IconCarCrash />,
    onChoose: () => open('collision'),
  };
  return may(role, 'see insurance') ? [booking, insurance, collision] : [booking, collision];
}
