/** A setting, or a file that it names, cannot be used. The process prints the message and does not start. */
export class ConfigError extends Error {}
