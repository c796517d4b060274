// The least that a server on Fastify and PostgreSQL can do for a page of a list: one prepared
// statement that answers ten rows with their offences, without totals, account or filter.
import Fastify from 'fastify';
import pg from 'pg';

const [url = '', port = '0'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10 });
const server = Fastify();
const page = {
  name: 'page',
  text: `select bookings.*, (
      select json_agg(json_build_object('id', offence_id, 'name', name, 'amount', amount_kobo))
      from booking_offences where booking_id = bookings.id) as offence
    from bookings where organisation = 'Kaduna' and completed
    order by created_at desc, id desc limit 10`,
};
server.get('/page', async () => ({ data: (await pool.query(page)).rows }));
server.get('/nothing', () => ({}));
await server.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('ready\n');
