import { may } from '#contract/roles.ts';
import type { PopupName } from '#web/api/popups.ts';
import type { Theme } from '#web/device/theme.ts';
import {
  IconCarCrash,
  IconDeviceMobileDown,
  IconKeyboard,
  IconLogout,
  IconShield,
  IconSteeringWheel,
  IconTicket,
} from '#web/ui/icons.ts';
import { isOffered, screens, type Viewer } from '../screens.tsx';
import { themeChoices } from '../theme-choices.tsx';
import type { Entry, EntryGroup } from './entries.ts';
import { matchesWords } from './palette-rules.ts';

export interface CommandActions {
  user: Viewer;
  goTo: (address: string) => void;
  openPopup: (popup: PopupName) => void;
  onTheme: (theme: Theme) => void;
  onHelp: () => void;
  /** Fetches the plates that the device keeps for work without a network. */
  onPlates: () => void;
  onLogout: () => void;
}

const iconProps = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;
/** Screens that are empty without a query of their own. */
const withoutEntry = ['/dossier', '/report-rows'];

/** The commands and screens of this role that match the query. */
export function commandsFor(query: string, actions: CommandActions): EntryGroup[] {
  const matches = ({ label, words = label }: Entry) => matchesWords(words, query);
  return [
    { title: 'Actions', entries: popups(actions).filter(matches) },
    { title: 'Go to', entries: destinations(actions).filter(matches) },
    { title: 'Theme and session', entries: session(actions).filter(matches) },
  ];
}

function popups({ user: { role }, openPopup, onPlates }: CommandActions): Entry[] {
  const popup = (name: PopupName, label: string, icon: Entry['icon'], words: string): Entry => ({
    key: `popup ${name}`,
    label,
    icon,
    words: `${label} ${words}`,
    run: () => openPopup(name),
  });
  return [
    popup('booking', 'New booking', <IconTicket {...iconProps} />, 'ticket offence add form'),
    popup('collision', 'New collision', <IconCarCrash {...iconProps} />, 'accident crash add form'),
    ...(may(role, 'book')
      ? [
          {
            key: 'plates',
            label: 'Update plates on this device',
            detail: 'You can then look them up without a network',
            icon: <IconDeviceMobileDown {...iconProps} />,
            words: 'update fetch known plates vehicles offline look-up device phone',
            run: onPlates,
          },
        ]
      : []),
    ...(may(role, 'see insurance')
      ? [popup('insurance', 'Vehicle Insurance', <IconShield {...iconProps} />, 'check policy')]
      : []),
    ...(may(role, 'see driving tests')
      ? [
          popup(
            'driving test',
            'Driving Test',
            <IconSteeringWheel {...iconProps} />,
            'driver licence',
          ),
        ]
      : []),
  ];
}

function session({ onTheme, onHelp, onLogout }: CommandActions): Entry[] {
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
      icon: <IconKeyboard {...iconProps} />,
      words: 'keyboard keys shortcuts help',
      run: onHelp,
    },
    {
      key: 'logout',
      label: 'Logout',
      icon: <IconLogout {...iconProps} />,
      words: 'logout log out sign',
      run: onLogout,
    },
  ];
}

function destinations({ user, goTo }: CommandActions): Entry[] {
  return screens
    .filter(({ path }) => isOffered(user, path) && !withoutEntry.includes(path))
    .map(({ path, title, nav }) => ({
      key: path,
      label: nav?.label ?? title,
      detail: nav && nav.label !== title ? title : undefined,
      icon: nav?.icon ?? <IconTicket {...iconProps} />,
      words: `${nav?.label ?? ''} ${title}`,
      run: () => goTo(path),
    }));
}
