/** The default currency of each region. Source: ISO 3166-1, ISO 4217. */
const euroArea = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK';
const cfaWest = 'BF BJ CI GW ML NE SN TG';
const cfaCentral = 'CF CG CM GA GQ TD';

const byRegion = new Map<string, string>([
  ...euroArea.split(' ').map((region) => [region, 'EUR'] as const),
  ...cfaWest.split(' ').map((region) => [region, 'XOF'] as const),
  ...cfaCentral.split(' ').map((region) => [region, 'XAF'] as const),
  ...(
    [
      'AE AED',
      'AR ARS',
      'BD BDT',
      'BR BRL',
      'BW BWP',
      'CA CAD',
      'CO COP',
      'DK DKK',
      'EG EGP',
      'GB GBP',
      'GH GHS',
      'GT GTQ',
      'HK HKD',
      'HT HTG',
      'ID IDR',
      'IN INR',
      'JM JMD',
      'KE KES',
      'MW MWK',
      'MX MXN',
      'MY MYR',
      'NG NGN',
      'PH PHP',
      'PK PKR',
      'RW RWF',
      'SG SGD',
      'SV USD',
      'TH THB',
      'TZ TZS',
      'UG UGX',
      'US USD',
      'VN VND',
      'ZA ZAR',
      'ZM ZMW',
    ] as const
  ).map((pair) => pair.split(' ') as [string, string]),
]);

export const currencyOfRegion = (region: string): string | undefined => byRegion.get(region);
