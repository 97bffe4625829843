/** Heddle as an MCP server: tools over the client of the REST API, for any transport. */
export { createMcpServer } from './mcp-server.ts'
