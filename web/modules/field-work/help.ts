/** What each of its screens is for, as the help of all screens says it. */
export const help = {
  '/my-day':
    'Here is your day: what you booked, what is unpaid, and what waits on this phone. Begin and end your shift here. Each figure opens its bookings. At the end, your zonal head cashes up.',
  '/check-ticket':
    'Here you find out whether a ticket is genuine. Scan its code, or type it. It says who issued it, when, and for how much. If it is forged, keep the paper and call your zonal head.',
};
