/** What a rule may reach once it runs, however many files lie between: types alone don't count. */

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'rules-reach-no-io',
      severity: 'error',
      from: { path: '/rules\\.ts$' },
      to: {
        path: '^server/db/|^server/gateways/|node_modules/(pg|pg-boss|kysely|fastify|nodemailer)/|^(node:)?(fs|net|http|https|child_process)$',
        reachable: true,
      },
    },
  ],
  options: {
    ...require('./rules.cjs').options,
    tsPreCompilationDeps: false,
  },
};
