/** The words of the status, the canonical view: what is the run doing? They are Ruvon's (docs/lifecycle.md). */
export const statuses = [
  'ACTIVE',
  'PENDING_ASYNC',
  'WAITING_HUMAN_INPUT',
  'PENDING_SUB_WORKFLOW',
  'WAITING_CHILD_HUMAN_INPUT',
  'COMPLETED',
  'FAILED',
  'FAILED_ROLLED_BACK',
  'FAILED_WORKER_CRASH',
  'FAILED_CHILD_WORKFLOW',
  'CANCELLED',
] as const

export type Status = (typeof statuses)[number]

/** The words of the phase: is the world safe? They are those of neops (docs/lifecycle.md). */
export const phases = [
  'NEW',
  'VALID',
  'BLOCKED_WAITING',
  'READY',
  'RESOURCE_DISCOVERY',
  'RESOURCES_DISCOVERED',
  'SCHEDULED',
  'LOCKING',
  'LOCKED',
  'RUNNING',
  'ERROR',
  'ROLLBACK',
  'COMPLETED',
  'FAILED_SAFE',
  'FAILED_UNSAFE',
  'COMPLETED_ACK',
  'FAILED_SAFE_ACK',
  'FAILED_UNSAFE_ACK',
] as const

export type Phase = (typeof phases)[number]

/** The words of the public status: what does an API client see? They are Fabric's (docs/lifecycle.md). */
export const publicStatuses = ['pending', 'running', 'paused', 'waiting', 'completed', 'failed', 'cancelled'] as const

export type PublicStatus = (typeof publicStatuses)[number]

/** The words of the task state: what is the scheduler doing with the run? They are PostGrip's (docs/lifecycle.md). */
export const taskStates = ['queued', 'leased', 'blocked', 'succeeded', 'failed'] as const

export type TaskState = (typeof taskStates)[number]
