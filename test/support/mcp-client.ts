/** The official client of the Model Context Protocol, connected to a service under test. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  type CallToolResult,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

export interface Assistant {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** The URIs of updated resources, and how often the list of tools changed. */
  readonly notified: { readonly resources: string[]; tools: number };
  toolNames(): Promise<string[]>;
  call(name: string, given?: Record<string, unknown>): Promise<ToolOutcome>;
  close(): Promise<void>;
}

interface ToolOutcome {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of any tool.
  readonly content: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly error: any;
}

export function outcomeOf(result: CallToolResult): ToolOutcome {
  const [first] = result.content;
  return {
    isError: result.isError === true,
    text: first?.type === 'text' ? first.text : '',
    content: result.structuredContent,
    error: result._meta?.['error'],
  };
}

/** Connects with the token of an agent, `Bearer gat_...`. */
export async function connectAssistant(url: string, authorization: string): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' });
  const notified = { resources: [] as string[], tools: 0 };
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    notified.tools += 1;
  });
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    notified.resources.push(params.uri);
  });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization } },
  });
  // The types of the SDK do not have exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    client,
    transport,
    notified,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name).sort(),
    call: async (name, given = {}) =>
      outcomeOf((await client.callTool({ name, arguments: given })) as CallToolResult),
    close: () => client.close(),
  };
}
