/** A setting, or what it names, cannot be used. The start ends with its message. */
export class ConfigError extends Error {}
