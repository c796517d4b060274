const passedOn = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE', 'MODULES'];

/** In MB: many databases stand side by side on a machine that runs tests. */
export const smallMemoryMb = 512;

/** What a program of a test is given of our own environment: no setting of whoever runs the tests. */
export const plainEnvironment = (): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    passedOn.filter((name) => name in process.env).map((name) => [name, process.env[name]]),
  ),
  DATABASE_MEMORY_MB: String(smallMemoryMb),
});
