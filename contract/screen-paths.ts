/**
 * Every path of the screens, in its one spelling, with the name of its screen: its h1, and the title of
 * the tab. The page answers under any other path with 404.
 */
export const screenTitles = {
  '/': 'Base',
  '/map': 'Live Map',
  '/unpaid': 'Unpaid Bookings',
  '/paid': 'Paid Bookings',
  '/completed': 'Completed Bookings',
  '/collisions': 'Accidents',
  '/unpaid-insurance': 'Unpaid Insurance',
  '/insurance': 'Regularised Insurance',
  '/report': 'Reports Overview',
  '/admin': 'Users',
  '/profile': 'Account Settings',
  '/security': 'Security',
  '/operations': 'Operations',
  '/dossier': 'Dossier',
  '/bookings': 'All Bookings',
  '/drivers': 'Driving tests',
  '/reconciliation': 'Reconciliation',
  '/exceptions': 'Payment Exceptions',
  '/fees': 'Fees',
  '/withdrawals': 'Withdrawals by Officer',
  '/late-records': 'Late Records',
  '/outbox': 'Outbox',
  '/check-ticket': 'Check a Ticket',
  '/signin': 'Sign in',
  '/resetpassword': 'Reset your password',
} as const;

export type ScreenPath = keyof typeof screenTitles;

export const screenPaths = Object.keys(screenTitles);
