import {
  IconCarCrash,
  IconKeyboard,
  IconLogout,
  IconShield,
  IconSteeringWheel,
  IconTicket,
} from '@tabler/icons-react';
import { may, type Role } from '#contract/roles.ts';
import type { PopupName } from '#web/api/popups.ts';
import type { Theme } from '#web/device/theme.ts';
import { mayOpen, screens } from '../screens.tsx';
import { themeChoices } from '../theme-choices.tsx';
import type { Entry, EntryGroup } from './entries.ts';
import { isAbout } from './palette-rules.ts';

export interface Doing {
  role: Role;
  goTo: (address: string) => void;
  openPopup: (popup: PopupName) => void;
  onTheme: (theme: Theme) => void;
  onHelp: () => void;
  onLogout: () => void;
}

const look = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;
/** Says nothing without something to look up. */
const needsMore = ['/dossier'];

/** What can be done and where one can go with this role, as far as the query is about it. */
export function commandsFor(query: string, doing: Doing): EntryGroup[] {
  const about = ({ label, words = label }: Entry) => isAbout(words, query);
  return [
    { title: 'Do', entries: actions(doing).filter(about) },
    { title: 'Go to', entries: places(doing).filter(about) },
    { title: 'Theme and session', entries: own(doing).filter(about) },
  ];
}

function actions({ role, openPopup }: Doing): Entry[] {
  const popup = (name: PopupName, label: string, icon: Entry['icon'], words: string): Entry => ({
    key: `popup ${name}`,
    label,
    icon,
    words: `${label} ${words}`,
    run: () => openPopup(name),
  });
  return [
    popup('booking', 'New booking', <IconTicket {...look} />, 'ticket offence add form'),
    popup('collision', 'New collision', <IconCarCrash {...look} />, 'accident crash add form'),
    ...(may(role, 'see insurance')
      ? [popup('insurance', 'Vehicle Insurance', <IconShield {...look} />, 'check policy')]
      : []),
    ...(may(role, 'see driving tests')
      ? [popup('driving test', 'Driving Test', <IconSteeringWheel {...look} />, 'driver licence')]
      : []),
  ];
}

function own({ onTheme, onHelp, onLogout }: Doing): Entry[] {
  return [
    ...themeChoices.map(({ value, label, icon }) => ({
      key: `theme ${value}`,
      label: `Theme: ${label}`,
      icon,
      words: `theme colour mode ${value} ${value === 'auto' ? 'device' : ''}`,
      run: () => onTheme(value),
    })),
    {
      key: 'help',
      label: 'Keyboard',
      icon: <IconKeyboard {...look} />,
      words: 'keyboard keys shortcuts help',
      run: onHelp,
    },
    {
      key: 'logout',
      label: 'Logout',
      icon: <IconLogout {...look} />,
      words: 'logout log out sign',
      run: onLogout,
    },
  ];
}

function places({ role, goTo }: Doing): Entry[] {
  return screens
    .filter((screen) => mayOpen(role, screen) && !needsMore.includes(screen.path))
    .map(({ path, title, nav }) => ({
      key: path,
      label: nav?.label ?? title,
      detail: nav && nav.label !== title ? title : undefined,
      icon: nav?.icon ?? <IconTicket {...look} />,
      words: `${nav?.label ?? ''} ${title}`,
      run: () => goTo(path),
    }));
}
