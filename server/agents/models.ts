import type { Json, JsonSchema } from '#core/json.ts'
import type { TaskKind } from '../engine/requests/agents/take-tasks.ts'

/** A workflow whose body an agent has. */
export interface AgentWorkflow {
  readonly type: string
  /** Of the code; agents with the same code give the same hash. */
  readonly hash: string
  /** The queue of its bodies; the first one of the agent when absent. */
  readonly queue?: string | undefined
  /** The source, for people. */
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
}

/** The code of an agent by type: its hash, and the version that was published from it. */
export type AgentCode = Readonly<
  Record<string, { readonly hash: string; readonly version: number; readonly of: string }>
>

/** An agent that is registered. */
export interface RegisteredAgent {
  readonly id: string
  readonly ownerId: string
  readonly queues: readonly string[]
  readonly code: AgentCode
  readonly activities: readonly string[] | null
}

/** Where an agent looks for tasks. */
export interface Poll {
  readonly agentId: string
  /** Absent: all of its queues. */
  readonly queues?: readonly string[] | undefined
  readonly kinds: readonly TaskKind[]
  readonly max: number
  readonly waitMs: number
  /** By run: the number of the last event that the agent's body of it has seen. */
  readonly kept: Readonly<Record<string, number>>
}

/** A task as an agent gets it, for JSON. */
export type TaskForAgent = { readonly [key: string]: Json }
