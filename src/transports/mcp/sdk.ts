/**
 * The parts of the SDK of the Model Context Protocol that the server uses. They are loaded with the first request to `/mcp`,
 * because the SDK and its validator make the start of a process slower and many deployments have no assistants.
 */

async function load() {
  const [server, transport, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return {
    Server: server.Server,
    HttpTransport: transport.WebStandardStreamableHTTPServerTransport,
    types,
  };
}

export type Sdk = Awaited<ReturnType<typeof load>>;
export type McpServer = InstanceType<Sdk['Server']>;

let loading: Promise<Sdk> | undefined;

export function loadSdk(): Promise<Sdk> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
