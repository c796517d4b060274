/** Papers print these of what may be corrected; notes are the authority's own. */
export const printedFields = {
  registration: 'Plate',
  license: 'License number',
  name: 'Driver',
  phoneNo: 'Phone',
  address: 'Address',
  color: 'Colour',
  make: 'Make',
  model: 'Model',
  vehicleType: 'Vehicle type',
  location: 'Place',
} as const;
