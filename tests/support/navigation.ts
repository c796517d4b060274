/** The entries of the side navigation in their order, with the path and the heading of each. */
export const navigationEntries = [
  ['Base', '/', 'Base'],
  ['Live Map', '/map', 'Live Map'],
  ['Unpaid Booking', '/unpaid', 'Unpaid Bookings'],
  ['Paid & Awaiting Clearance', '/paid', 'Paid Bookings'],
  ['Completed', '/completed', 'Completed Bookings'],
  ['Collisions', '/collisions', 'Accidents'],
  ['Unpaid Insurance', '/unpaid-insurance', 'Unpaid Insurance'],
  ['Regularised Insurance', '/insurance', 'Regularised Insurance'],
  ['Reports', '/report', 'Reports Overview'],
  ['Admin', '/admin', 'Users'],
  ['Profile', '/profile', 'Account Settings'],
] as const;

/** The heading of each screen of the specification, by its path. */
export const headings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(navigationEntries.map(([, path, heading]) => [path, heading])),
  '/bookings': 'All bookings',
  '/drivers': 'Driving tests',
};
