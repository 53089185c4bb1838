/** Postal addresses. */
import type { Address } from '../../src/kernel/parse.ts';
import { builder } from './builder.ts';

export const AddressRef = builder.objectRef<Address>('Address').implement({
  description: 'A postal address.',
  fields: (t) => ({
    line1: t.string({ nullable: true, description: 'Street and number.', resolve: (a) => a.line1 }),
    line2: t.string({
      nullable: true,
      description: 'Apartment, floor or building.',
      resolve: (a) => a.line2 ?? null,
    }),
    city: t.string({ nullable: true, description: 'City or town.', resolve: (a) => a.city ?? null }),
    state: t.string({ nullable: true, description: 'State or province.', resolve: (a) => a.state ?? null }),
    postalCode: t.string({ nullable: true, description: 'Postal code.', resolve: (a) => a.postalCode }),
    country: t.string({
      nullable: true,
      description: 'Country, ISO 3166-1 alpha-2.',
      resolve: (a) => a.country,
    }),
  }),
});

export const AddressInput = builder.inputType('AddressInput', {
  description: 'A postal address.',
  fields: (t) => ({
    line1: t.string({ required: true, description: 'Street and number, at most 255 characters.' }),
    line2: t.string({ description: 'Apartment, floor or building.' }),
    city: t.string({ description: 'City or town.' }),
    state: t.string({ description: 'State or province.' }),
    postalCode: t.string({ required: true, description: 'Postal code, at most 32 characters.' }),
    country: t.string({ required: true, description: 'Country, ISO 3166-1 alpha-2.' }),
  }),
});
