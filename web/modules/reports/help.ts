/** What each of its screens is for, as the help of all screens says it. */
export const help = {
  '/black-spots':
    'Here are the places where recorded collisions lie close, and the hours of the week. Choose days, zone and distance, then show the collisions of a spot. Read beside the list what was left out. A spot says where to look, and not why.',
  '/reports':
    'Here are the seven reports that an accountant signs, and Cross for a table of one’s own. Choose a report, its days and its place. A figure opens its records, and a report whose sums don’t meet says so. Two state admins close one period after the other, and the PDF of each is kept.',
  '/report-rows':
    'Here are the rows that a figure of a report counts. The line above the list says which figure it is. The rows together make that figure. Open one for its ticket, collision, refund or exception.',
  '/questions':
    'Here are your figures beside those of colleagues with the same role in the same zone. Unfold one for its records, and answer it. A reviewer, whom two state admins name, sees only what lies far outside. Nothing follows by itself.',
};
