/**
 * The fixed rates of a service without a `RATES_FILE`. They have the format of that file.
 *
 * Decision: currencies without a published sample have rounded market rates. The sandbox guarantees that rates stay fixed,
 * not that they match the market.
 *
 * Source: docs/behaviour/sandbox.md#general (EUR to BTC, and the variable fee of 0.005).
 */
export const sandboxRates = {
  updatedAt: '2025-10-13T00:00:00Z',
  fees: { fixed: 0, variableRate: '0.005', counterpartyFixed: 0 },
  perUsd: {
    EUR: '0.92',
    GBP: '0.79',
    MXN: '17.25',
    INR: '82.5',
    BRL: '5.00',
    NGN: '1500',
    PHP: '56',
    KES: '130',
    ZAR: '18',
    CAD: '1.36',
    AED: '3.6725',
    USD: '1',
    USDC: '1',
    USDT: '1',
    USDB: '1',
    BTC: '1/120000',

    ARS: '1350',
    BDT: '121.5',
    BWP: '13.5',
    COP: '4000',
    DKK: '6.865',
    EGP: '48.5',
    GHS: '12.25',
    GTQ: '7.7',
    HKD: '7.8',
    HTG: '131',
    IDR: '16250',
    JMD: '159',
    MWK: '1735',
    MYR: '4.4',
    PKR: '281',
    RWF: '1440',
    SGD: '1.32',
    THB: '33.5',
    TZS: '2600',
    UGX: '3600',
    VND: '25500',
    XAF: '603.5',
    XOF: '603.5',
    ZMW: '24',
  },
};
