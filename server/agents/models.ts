import type { Json, JsonSchema } from '#core/json.ts'
import type { TaskKind } from '../engine/requests/agents/take-tasks.ts'

/** A code workflow that an agent brings. */
export interface AgentWorkflow {
  readonly type: string
  /** The hash of the code: equal for agents with equal code. */
  readonly hash: string
  /** The queue of its deliveries; the agent's first queue when absent. */
  readonly queue?: string | undefined
  /** The source text that the workflow's page shows. */
  readonly source?: string | undefined
  readonly signals: readonly string[]
  readonly queries: readonly string[]
  readonly updates: readonly string[]
  readonly inputSchema?: JsonSchema | undefined
}

export interface NewAgent {
  readonly id: string
  readonly queues: readonly string[]
  readonly workflows: readonly AgentWorkflow[]
  /** The functions that the agent has; null: any function of its queues. */
  readonly activities: readonly string[] | null
  /** The version of the agent's program, for people. */
  readonly version: string | null
  /** The Ed25519 public key, in base64, with which the agent signs its requests about tasks. */
  readonly signingKey?: string | undefined
}

/** An agent's code by workflow type. `version`, `of`: the number and hash of the version that was published from it. */
export type AgentCode = Readonly<
  Record<string, { readonly hash: string; readonly version: number; readonly of: string }>
>

/** A registered agent. */
export interface RegisteredAgent {
  readonly id: string
  readonly ownerId: string
  readonly queues: readonly string[]
  readonly code: AgentCode
  readonly activities: readonly string[] | null
}

/** A request for tasks. */
export interface Poll {
  readonly agentId: string
  /** Absent: all of its queues. */
  readonly queues?: readonly string[] | undefined
  readonly kinds: readonly TaskKind[]
  readonly max: number
  readonly waitMs: number
  /** The agent's cached bodies: by run, the last event that the body has seen. */
  readonly kept: Readonly<Record<string, number>>
  /** Hashes of more code by the types of workflows, asked before each look: for agents that register none. */
  readonly moreCode?: (() => Promise<Readonly<Record<string, string>>>) | undefined
}

/** A task in the wire format of agents. */
export type TaskForAgent = { readonly [key: string]: Json }
