import type { JsonObject } from '../json.ts'

/** What starts runs of a workflow by itself. Publishing registers the triggers of a definition. */
export type Trigger = ScheduleTrigger | WebhookTrigger | FormTrigger | RunTrigger | SignalTrigger

export const triggerTypes = ['schedule', 'webhook', 'form', 'run', 'signal'] as const
export type TriggerType = (typeof triggerTypes)[number]

interface TriggerNamed {
  /** Unique in the workflow; the type when absent. State and firings of a trigger are kept under this name. */
  readonly name?: string
}

interface TriggerCommon extends TriggerNamed {
  /** The input of the runs, with `{{ }}` over the names of the trigger's type. */
  readonly input?: JsonObject
}

/** Whether a firing starts a run while the one before still runs. */
export type Overlap = 'skip' | 'queue' | 'allow'
/** Which of the times that passed while no engine ran are made up for. */
export type CatchUp = 'none' | 'last' | 'all'

/** Either `cron` or `every_seconds`; planned instants are computed by `planned-instants.ts`. */
export interface ScheduleTrigger extends TriggerCommon {
  readonly type: 'schedule'
  /** Five fields, in the time zone. */
  readonly cron?: string
  /** Counted from 1970 in UTC, so that publishing again does not move the instants. */
  readonly every_seconds?: number
  /** An IANA name; UTC when absent. */
  readonly timezone?: string
  readonly overlap?: Overlap
  readonly catch_up?: CatchUp
  readonly jitter_seconds?: number
}

/** How a call of a webhook proves its sender. */
export const verifications = ['standard', 'github', 'stripe', 'hmac', 'bearer', 'none'] as const
export type Verification = (typeof verifications)[number]

/** A call to an address of its own starts a run. */
export interface WebhookTrigger extends TriggerCommon {
  readonly type: 'webhook'
  readonly verify: Verification
  /** Names of the secrets that prove the sender: one, or two while one replaces the other. */
  readonly secret?: readonly string[]
  /** For `hmac`: the header with the HMAC-SHA256 of the body, the text before it, and its spelling. */
  readonly signature_header?: string
  readonly signature_prefix?: string
  readonly signature_encoding?: 'hex' | 'base64'
}

export const formAccess = ['owner', 'public'] as const
export type FormAccess = (typeof formAccess)[number]

/** A page made from the input schema of the workflow starts a run with what is entered. */
export interface FormTrigger extends TriggerNamed {
  readonly type: 'form'
  readonly access: FormAccess
  /** The heading of the page; the title of the workflow when absent. */
  readonly title?: string
  /** What the page says when the form was sent. */
  readonly thanks?: string
}

/** How a run has ended that a `run` trigger is about; `any` is also one that was cancelled. */
export const runOutcomes = ['completed', 'failed', 'any'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** The end of a run of another workflow starts a run. Runs that other runs wait for, and test runs, are left out. */
export interface RunTrigger extends TriggerCommon {
  readonly type: 'run'
  readonly workflow: string
  readonly outcome?: RunOutcome
}

/**
 * A signal that is sent to the owner, and to no run: it starts a run, or goes to the live run of the workflow with the same
 * key.
 */
export interface SignalTrigger extends TriggerCommon {
  readonly type: 'signal'
  /** The name of the signal. */
  readonly signal: string
  /** A text with `{{ }}` over `payload`: the key. Absent: each signal starts a run. */
  readonly correlate?: string
}

export const runTriggerDefaults = { outcome: 'completed' } as const

export const scheduleDefaults = { timezone: 'UTC', overlap: 'skip', catch_up: 'last' } as const

/** The name of a trigger: its own, or its type. */
export function triggerName({ name, type }: Pick<Trigger, 'name' | 'type'>): string {
  return name ?? type
}
