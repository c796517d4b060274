/** A reason not to start that a person can act on: main prints its sentence and exits with 1. */
export class StartError extends Error {
  override name = 'StartError';
}

/** An environment variable holds a value that can't be used; the message names the variable. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
}
