let areThere = true;

/** True while the modules around the core are there. */
export const hasModules = (): boolean => areThere;

/** Runs the product without them: to be called once, before a role or a screen is asked about. */
export function leaveOutModules(): void {
  areThere = false;
}
