import type { QuietHours } from '../quiet-hours.ts'

/**
 * What a rule tells of a root run.
 *
 * - `failed`: it failed.
 * - `late`: it has not ended so long after its start.
 * - `stuck`: nothing has happened in it, or in the runs below it, for so long, whatever it waits for.
 * - `recovered`: it goes on, or has ended well, after one of these was told.
 */
export const alertEvents = ['failed', 'late', 'stuck', 'recovered'] as const
export type AlertEvent = (typeof alertEvents)[number]

/** What a person chooses of a rule. */
export interface RuleChoices {
  readonly workflow: string
  readonly failed: boolean
  readonly lateMinutes: number | null
  readonly stuckMinutes: number | null
  readonly recovered: boolean
  readonly people: readonly string[]
  readonly addresses: readonly string[]
  readonly webhookUrl: string | null
  readonly timeZone: string
  readonly quiet: QuietHours | null
  readonly enabled: boolean
}

export interface AlertRule extends RuleChoices {
  readonly id: string
  /** The origin of the webhook alone, for readers who may not change webhooks: an address may hold a token. */
  readonly webhookOrigin: string | null
}

/** A message to one receiver. */
export interface SentAlert {
  readonly id: string
  readonly channel: 'person' | 'address' | 'webhook'
  readonly receiver: string
  readonly state: 'waiting' | 'sent' | 'dropped' | 'failed'
  readonly createdAt: string
  readonly reason: string | null
}
