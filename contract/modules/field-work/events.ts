/** The module writes these events into the audit trail. */
export const events = {
  'user.device-certified': 'Device certified to sign tickets',
  'user.devices-revoked': 'Devices taken out of use',
  'user.shift-begun': 'Shift started',
  'user.shift-ended': 'Shift ended',
} as const satisfies Record<string, string>;
