/**
 * Shares the driver's parsers and serializers between the connections of a process. The driver fetches the array types of
 * the server on the first use of each connection, and a failure of that query ends the process. Here only the first
 * connection fetches them, and later connections copy the result.
 */
import type postgres from 'postgres';

interface Codecs {
  readonly parsers: object;
  readonly serializers: object;
  readonly shared: { readonly typeArrayMap: object };
}

const codecsOf = (sql: postgres.Sql): Codecs => sql.options as unknown as Codecs;

export class ValueCodecs {
  readonly #configure: (sql: postgres.Sql) => void;
  #fetched: Codecs | undefined;

  /** @param configure sets the parsers and serializers that the query builder needs. */
  constructor(configure: (sql: postgres.Sql) => void) {
    this.#configure = configure;
  }

  /** Driver options for the next connection. */
  get options(): { readonly fetch_types: boolean } {
    return { fetch_types: this.#fetched === undefined };
  }

  /** Configures a connection before its first use. */
  applyTo(sql: postgres.Sql): void {
    this.#configure(sql);
    if (!this.#fetched) return;
    const codecs = codecsOf(sql);
    Object.assign(codecs.parsers, this.#fetched.parsers);
    Object.assign(codecs.serializers, this.#fetched.serializers);
    Object.assign(codecs.shared.typeArrayMap, this.#fetched.shared.typeArrayMap);
  }

  /** Stores the types that a connection has fetched. Call it after the connection's first result. */
  captureFrom(sql: postgres.Sql): void {
    this.#fetched ??= codecsOf(sql);
  }
}
