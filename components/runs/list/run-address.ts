import { limits } from '#core/limits.ts'

/** What the address says about the list. An empty text or list says nothing. */
export interface RunAddress {
  readonly status: readonly string[]
  readonly workflow: string
  /** A template of the names of workflows whose runs are not meant. */
  readonly except: string
  readonly q: string
  readonly version: number | null
  readonly tag: readonly string[]
  readonly error: string
  /** Conditions on values, as people write them. */
  readonly value: readonly string[]
  /** A span back from now, or empty. */
  readonly since: string
  readonly from: string
  readonly to: string
  /** When they ended, between two instants. */
  readonly endedFrom: string
  readonly endedTo: string
  readonly longer: number | null
  readonly shorter: number | null
  readonly cause: string
  /** Why somebody should look at them. */
  readonly trouble: string
  readonly queue: string
  readonly owner: string
  readonly region: string
  /** `yes` or `no`: a person or a signal is awaited in them, or below. */
  readonly waits: string
  /** The run whose sub-workflows they are. */
  readonly parent: string
  readonly children: boolean
  readonly tests: boolean
  /** `cause` or `step`: another look at these runs than a list. */
  readonly by?: string
}

export const spanMinutes: Readonly<Record<string, number>> = {
  '1h': 60,
  '24h': 24 * 60,
  '7d': 7 * 24 * 60,
  '30d': 30 * 24 * 60,
}

/** Spans back from now, with their words. */
export const spanWords = [
  ['1h', 'the last hour'],
  ['24h', 'the last 24 hours'],
  ['7d', 'the last 7 days'],
  ['30d', 'the last 30 days'],
] as const

export const isSpan = (text: string) => Object.hasOwn(spanMinutes, text)

const { firstYear, lastYear } = limits.instant

/** As the server writes it; null for what is no instant, or one of a year that is not asked by. */
export function instantOf(text: string): string | null {
  const at = new Date(text)
  const year = at.getUTCFullYear()
  return year >= firstYear && year <= lastYear ? at.toISOString() : null
}
