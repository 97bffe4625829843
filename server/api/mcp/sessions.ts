import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { mcpSessions } from './tuning.ts'

/** A session of MCP: its server, and the caller who opened it and alone may use it. */
export interface McpSession {
  readonly caller: string
  readonly server: Server
  readonly transport: WebStandardStreamableHTTPServerTransport
}

/** The open sessions of this process. */
export interface McpSessions {
  add(id: string, session: McpSession): void
  /** The session of this caller; undefined for one of another caller, or one that has ended. */
  find(id: string, caller: string): McpSession | undefined
  remove(id: string): void
}

/** Sessions in the order of their last use. Beyond the bounds, the one unused for longest is closed. */
export function createMcpSessions(monotonic: () => number = () => performance.now()): McpSessions {
  const open = new Map<string, McpSession & { readonly usedAt: number }>()
  const use = (id: string, session: McpSession) => {
    open.delete(id)
    open.set(id, { ...session, usedAt: monotonic() })
  }
  const remove = (id: string) => {
    const session = open.get(id)
    open.delete(id)
    // A call that waits for a person ends with the session.
    session?.server.close().catch(() => undefined)
  }
  const oldestOf = (caller: string) => [...open].filter(([, session]) => session.caller === caller)
  return {
    add(id, session) {
      for (const [each, { usedAt }] of open) if (monotonic() - usedAt > mcpSessions.idleMs) remove(each)
      const own = oldestOf(session.caller)
      const surplus = own.length + 1 - mcpSessions.ofCaller
      for (const [each] of own.slice(0, Math.max(0, surplus))) remove(each)
      const [first] = open.keys()
      if (open.size >= mcpSessions.ofProcess && first !== undefined) remove(first)
      use(id, session)
    },
    find(id, caller) {
      const session = open.get(id)
      if (session?.caller !== caller) return undefined
      if (monotonic() - session.usedAt > mcpSessions.idleMs) {
        remove(id)
        return undefined
      }
      use(id, session)
      return session
    },
    remove,
  }
}
