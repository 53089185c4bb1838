/** A page of 50 customers with their accounts and 5 latest transactions, compared with one hand-written statement and with PostGraphile. */
import { basic } from '../support/service.ts';
import { ratio, type Target } from './load.ts';
import { postGraphileTarget } from './postgraphile.ts';
import { benchToken, type Running } from './processes.ts';

export const pageQuery = `query Page {
  customers(first: 50) { nodes {
    id platformCustomerId customerType umaAddress email fullName kycStatus createdAt
    internalAccounts { id type status balance { amount currency { code } } availableBalance { amount } }
    transactions(first: 5) { nodes { id status type
      sentAmount { amount currency { code } } receivedAmount { amount currency { code } } createdAt } }
  } }
}`;

export const pageTarget = (server: Running): Target => ({
  url: `${server.url}/graphql`,
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: basic(benchToken) },
  body: () => JSON.stringify({ query: pageQuery }),
});

export const bareTarget = (server: Running): Target => ({
  url: server.url,
  method: 'GET',
  headers: {},
  body: () => undefined,
});

/** 100 customers over REST, with the total count. */
export const measureList = (server: Running, bare: Running) =>
  ratio(
    {
      url: `${server.url}/2025-10-13/customers?limit=100`,
      method: 'GET',
      headers: { authorization: basic(benchToken) },
      body: () => undefined,
    },
    { ...bareTarget(bare), url: `${bare.url}/customers` },
  );

export const measurePage = (server: Running, bare: Running) => ratio(pageTarget(server), bareTarget(bare));

export const measurePageOfPeer = (server: Running, postGraphile: Running) =>
  ratio(pageTarget(server), postGraphileTarget(postGraphile));
