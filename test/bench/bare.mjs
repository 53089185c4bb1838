// The bare server that the benchmark compares with: node:http, one hand-written statement, the same JSON.
import { createServer } from 'node:http';
import postgres from 'postgres';

const sql = postgres(process.argv[2], { max: 10 });

const page = () => sql`
  select json_build_object('data', json_build_object('customers', json_build_object('nodes', coalesce(json_agg(c.body), '[]'))))::text as body
  from (
    select json_build_object(
      'id', 'Customer:' || c.id, 'platformCustomerId', c.platform_customer_id, 'customerType', c.customer_type,
      'umaAddress', c.uma_address, 'email', c.email, 'fullName', c.full_name, 'kycStatus', c.kyc_status,
      'createdAt', to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'internalAccounts', (
        select coalesce(json_agg(json_build_object(
          'id', 'InternalAccount:' || i.id, 'type', i.type, 'status', i.status,
          'balance', json_build_object('amount', l.posted, 'currency', json_build_object('code', i.currency)),
          'availableBalance', json_build_object('amount', l.posted - l.held)) order by i.id), '[]')
        from internal_accounts i join ledger_accounts l on l.id = i.id where i.customer_id = c.id),
      'transactions', json_build_object('nodes', (
        select coalesce(json_agg(json_build_object(
          'id', 'Transaction:' || t.id, 'status', t.status, 'type', t.type,
          'sentAmount', json_build_object('amount', t.sent_amount, 'currency', json_build_object('code', t.source_currency)),
          'receivedAmount', json_build_object('amount', t.received_amount, 'currency', json_build_object('code', t.destination_currency)),
          'createdAt', to_char(t.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]')
        from (select * from transactions t where t.customer_id = c.id order by t.id desc limit 5) t))) as body
    from (select * from customers where platform_id = (select id from platforms limit 1) and deleted_at is null
      order by id desc limit 50) c
  ) c`;

const customers = () => sql`
  select json_build_object(
    'data', (select json_agg(json_build_object(
      'id', 'Customer:' || c.id, 'platformCustomerId', c.platform_customer_id, 'customerType', c.customer_type,
      'umaAddress', c.uma_address, 'currencies', c.currencies, 'email', c.email, 'kycStatus', c.kyc_status,
      'fullName', c.full_name, 'isDeleted', false,
      'createdAt', to_char(c.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'updatedAt', to_char(c.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      from (select * from customers where platform_id = p.id and deleted_at is null order by id desc limit 100) c),
    'hasMore', true, 'nextCursor', 'cursor',
    'totalCount', (select count(*) from customers where platform_id = p.id and deleted_at is null))::text as body
  from platforms p limit 1`;

const server = createServer(async (req, res) => {
  const [row] = await (req.url === '/customers' ? customers() : page());
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(row.body) });
  res.end(row.body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void sql.end();
});
