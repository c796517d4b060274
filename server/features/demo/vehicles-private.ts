import { offencePools } from './offence-pools.ts';
import { words } from './random.ts';
import type { VehicleKind } from './vehicle-kind.ts';

const car = { storage: 'SCC-03', towing: 'SCC-07', series: 'ABCDEFGH' };

/** Private, special and government vehicles. */
export const privateVehicles: readonly VehicleKind[] = [
  {
    ...car,
    share: 40,
    vehicleType: 'Private',
    womenShare: 0.2,
    fuels: ['Petrol'],
    models: [
      ['Saloon', 'Toyota', ['Corolla', 'Camry', 'Avensis', 'Yaris'], 'Japan'],
      ['Saloon', 'Toyota', ['Corolla', 'Camry', 'Carina II'], 'Japan'],
      ['SUV', 'Toyota', ['Highlander', 'RAV4', '4Runner'], 'Japan'],
      ['Wagon', 'Toyota', ['Matrix', 'Sienna'], 'Japan'],
      ['Saloon', 'Honda', ['Accord', 'Civic', 'City'], 'Japan'],
      ['SUV', 'Honda', ['CR-V', 'Pilot'], 'Japan'],
      ['Saloon', 'Mercedes-Benz', ['C 300', 'E 350', '190 E'], 'Germany'],
      ['Hatchback', 'Volkswagen', ['Golf 3', 'Golf 4'], 'Germany'],
      ['Saloon', 'Volkswagen', ['Passat', 'Jetta'], 'Germany'],
      ['Saloon', 'Peugeot', ['406', '301', '504'], 'France'],
      ['Saloon', 'Hyundai', ['Elantra', 'Accent'], 'South Korea'],
      ['SUV', 'Hyundai', ['Santa Fe', 'Tucson'], 'South Korea'],
      ['Saloon', 'Kia', ['Rio', 'Cerato'], 'South Korea'],
      ['Saloon', 'Nissan', ['Almera', 'Primera'], 'Japan'],
      ['SUV', 'Lexus', ['RX 350', 'GX 460'], 'Japan'],
    ],
    colors: words('Black Silver Grey White Blue Red Gold Green Ash Wine'),
    capacities: ['5 seats'],
    offences: offencePools.private,
  },
  {
    ...car,
    share: 0.5,
    vehicleType: 'Special',
    womenShare: 0,
    fuels: ['Diesel'],
    models: [['Bullion van', 'Toyota', ['Hilux', 'Land Cruiser'], 'Japan']],
    colors: ['White', 'Grey'],
    capacities: ['4 seats'],
    offences: offencePools.bullion,
  },
  {
    ...car,
    share: 1.5,
    vehicleType: 'Special',
    womenShare: 0.05,
    fuels: ['Diesel'],
    models: [
      ['Ambulance', 'Toyota', ['HiAce'], 'Japan'],
      ['Ambulance', 'Ford', ['Transit'], 'United Kingdom'],
      ['Tow truck', 'Mercedes-Benz', ['911'], 'Germany'],
    ],
    colors: ['White', 'Red'],
    capacities: ['3 seats'],
    offences: offencePools.special,
  },
  {
    ...car,
    share: 2,
    vehicleType: 'Government owned',
    womenShare: 0.08,
    fuels: ['Petrol', 'Diesel'],
    models: [
      ['Pick-up', 'Toyota', ['Hilux'], 'Japan'],
      ['Saloon', 'Peugeot', ['508', '301'], 'France'],
      ['Pick-up', 'Innoson', ['Granite'], 'Nigeria'],
      ['SUV', 'Toyota', ['Prado'], 'Japan'],
    ],
    colors: words('White Black Silver'),
    capacities: ['5 seats'],
    offences: offencePools.government,
  },
];
