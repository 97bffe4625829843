import type { Pace, TaskKind } from '../kinds.ts'
import type { QuietHours } from '../quiet-hours.ts'

/** What a person wants to hear of by mail, how often, and when not. */
export interface NotificationChoices {
  readonly pace: Pace
  readonly kinds: readonly TaskKind[]
  /** The time zone of the quiet hours and of times in mails; null until the person has saved one. */
  readonly timeZone: string | null
  readonly quiet: QuietHours | null
}

export interface SentMail {
  readonly id: string
  readonly kind: string
  readonly state: 'waiting' | 'sent' | 'dropped' | 'failed'
  readonly createdAt: string
  readonly attempts: number
  /** Why nothing was sent, or the answer of the mail server to the last attempt. */
  readonly reason: string | null
}

/** The notifications of the caller. */
export interface MyNotifications {
  /** Whether a mail server is set up. */
  readonly sendsMail: boolean
  /** Null: the caller is not in the directory, so no task asks them by name. */
  readonly mine: (NotificationChoices & { readonly email: string | null }) | null
  /** The last mails to the caller, the newest first. */
  readonly mails: readonly SentMail[]
}

/** The outbox of the owner, as administrators see it. */
export interface Outbox {
  readonly waiting: number
  /** Mails that were given up, the newest first. */
  readonly failed: readonly (SentMail & { readonly personId: string })[]
}
