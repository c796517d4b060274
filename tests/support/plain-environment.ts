const passedOn = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];

/** What a program of a test is given of our own environment: no setting of whoever runs the tests. */
export const plainEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    passedOn.filter((name) => name in process.env).map((name) => [name, process.env[name]]),
  );
