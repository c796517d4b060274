/** What each of its screens is for, as the help of all screens says it. */
export const help = {
  '/payments':
    'Here is every payment by offence, in case a court orders money back. Choose an offence, its fee and the days, and take the list as a file. Open a payment to propose a refund, with its proof. Another state admin confirms it.',
  '/refunds':
    'Here is the money that was given back, and what waits to count as given back. A state admin proposes a refund at its payment or exception, once it is paid out. Open one to confirm it, or to propose its reversal. Nobody confirms a refund of their own.',
  '/reconciliation':
    'Here payments are held against what gateway and bank say. Choose the days, send a statement, and say whose it is. Differences are listed by bill, and the three stand side by side for each day. A second state admin agrees to a statement before it counts.',
};
