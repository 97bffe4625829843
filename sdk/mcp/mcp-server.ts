import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { ZodError, z } from 'zod'
import type { HeddleClient } from '../client/index.ts'
import { refusalOf, refusalOfError } from './answer.ts'
import { runTools } from './run-tools.ts'
import { findStartTool, listStartTools } from './start-tools.ts'
import { taskTools } from './task-tools.ts'
import type { AskPerson, Tool } from './tool.ts'
import { mcpBounds } from './tuning.ts'
import { workflowTools } from './workflow-tools.ts'

const instructions = `Heddle runs workflows. Read a workflow with describe_workflow before you start it. The tools start_… start runs.
A human task is decided by the user alone: decide_task shows them its form.`

/** Tools that exist in every Heddle. */
const fixedTools = [...workflowTools, ...runTools, ...taskTools]

/**
 * An MCP server for one client. Each tool sends requests of the REST API with the key of its caller, so permissions,
 * bounds and audit are those of the API.
 */
export function createMcpServer(heddle: HeddleClient, version: string): Server {
  // The server of the SDK with registered tools does not know tools that differ by caller.
  const server = new Server({ name: 'heddle', title: 'Heddle', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    const { tools, nextCursor } = await listStartTools(heddle, params?.cursor)
    return {
      tools: [...(params?.cursor === undefined ? fixedTools : []), ...tools].map(describe),
      ...(nextCursor !== null && { nextCursor }),
    }
  })
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { requestId, signal }): Promise<CallToolResult> => {
      try {
        const tool = fixedTools.find(({ name }) => name === params.name) ?? (await findStartTool(heddle, params.name))
        if (!tool) return refusalOf(`NOT_FOUND: There is no tool ${params.name}. List the tools again.`)
        return await tool.call(params.arguments ?? {}, {
          heddle,
          askPerson: askPersonBy(server, { requestId, signal }),
        })
      } catch (error) {
        if (error instanceof ZodError) return refusalOf(`BAD_REQUEST: ${z.prettifyError(error)}`)
        return refusalOfError(error, heddle.baseUrl)
      }
    },
  )
  return server
}

const describe = ({ name, title, description, inputSchema, isReadOnly }: Tool) => ({
  name,
  title,
  description,
  inputSchema: inputSchema as { type: 'object' },
  annotations: { readOnlyHint: isReadOnly, destructiveHint: false },
})

/** The form for the person in front of the model, by elicitation. Null where the client has none. */
function askPersonBy(
  server: Server,
  { requestId, signal }: { readonly requestId: string | number; readonly signal: AbortSignal },
): AskPerson | null {
  if (!server.getClientCapabilities()?.elicitation) return null
  return async (message, requestedSchema) => {
    const { action, content } = await server.elicitInput(
      { message, requestedSchema: requestedSchema as never },
      { relatedRequestId: requestId, signal, timeout: mcpBounds.decisionMs },
    )
    return action === 'accept' ? (content ?? {}) : null
  }
}
