const grouped = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 2 });

/** Naira as people read them: `₦12,000`. */
export const naira = (amount: number): string => `₦${grouped.format(amount)}`;

/** The same for kobo, the database's unit. */
export const nairaOfKobo = (kobo: number): string => naira(kobo / 100);
