/**
 * Named points of an agent's work, at which tests end its process. They do nothing without a handler, which only a module
 * of the tests sets, preloaded into the agent.
 */
export const agentPoints = ['poll.after', 'replay.mid', 'respond.before', 'respond.after'] as const
export type AgentPoint = (typeof agentPoints)[number]

let handler: ((point: AgentPoint) => void) | null = null

export function reachPoint(point: AgentPoint): void {
  handler?.(point)
}

/** For tests. */
export function onAgentPoint(handle: (point: AgentPoint) => void): void {
  handler = handle
}
