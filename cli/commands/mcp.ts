import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { Command } from 'commander'
import { createMcpServer } from '#sdk/mcp/index.ts'
import packageFile from '../../package.json' with { type: 'json' }
import type { Connect } from '../session.ts'

export function mcpCommand(connect: Connect): Command {
  return new Command('mcp')
    .description('serve Heddle to a model as MCP tools, by standard input and output')
    .action(async () => {
      const { client, terminal } = connect()
      const server = createMcpServer(client.heddle, packageFile.version)
      const closed = Promise.withResolvers<void>()
      server.onclose = closed.resolve
      // The client ends the server by closing its input.
      process.stdin.once('end', () => void server.close())
      terminal.signal.addEventListener('abort', () => void server.close())
      await server.connect(new StdioServerTransport())
      terminal.say(`Heddle at ${client.url} as an MCP server. It ends with its input.\n`)
      await closed.promise
    })
}
