import { limits } from '#core/limits.ts'
import { listFiltersTexts } from '../../texts/list-filters.ts'

/** The filter of the list in the address. An empty text or list sets no condition. */
export interface RunAddress {
  readonly status: readonly string[]
  readonly workflow: string
  /** A name pattern of workflows whose runs are excluded. */
  readonly except: string
  readonly q: string
  /** A text that is somewhere in the input or the state of a run, among the newest runs. */
  readonly within: string
  readonly version: number | null
  readonly tag: readonly string[]
  readonly error: string
  /** Conditions on values, as people write them. */
  readonly value: readonly string[]
  /** A time span back from now, or empty. */
  readonly since: string
  readonly from: string
  readonly to: string
  /** The lower bound of the end time of the runs, an instant. */
  readonly endedFrom: string
  readonly endedTo: string
  readonly longer: number | null
  readonly shorter: number | null
  readonly cause: string
  /** The reason why the runs need attention. */
  readonly trouble: string
  readonly queue: string
  /** The step at which the live runs stand. */
  readonly atStep: string
  /** The step at which the runs failed. */
  readonly failedStep: string
  /** Phases of the runs, and how good those are. */
  readonly phase: readonly string[]
  readonly severity: readonly string[]
  /** A resource that the runs hold. */
  readonly resource: string
  readonly owner: string
  readonly region: string
  /** `yes` or `no`: the run, or a run below it, waits for a person or a signal. */
  readonly waits: string
  /** The parent run of the runs. */
  readonly parent: string
  readonly children: boolean
  readonly tests: boolean
  /** `cause` or `step`: a view of these runs other than a list. */
  readonly by?: string
}

export const spanMinutes: Readonly<Record<string, number>> = {
  '1h': 60,
  '24h': 24 * 60,
  '7d': 7 * 24 * 60,
  '30d': 30 * 24 * 60,
}

/** Time spans back from now, with their words. */
export const spanWords = [
  ['1h', listFiltersTexts.lastHour],
  ['24h', listFiltersTexts.last24Hours],
  ['7d', listFiltersTexts.last7Days],
  ['30d', listFiltersTexts.last30Days],
] as const

export const isSpan = (text: string) => Object.hasOwn(spanMinutes, text)

const { firstYear, lastYear } = limits.instant

/** The instant in the server's notation; null for a text that is no instant, or one of a year that is out of range. */
export function instantOf(text: string): string | null {
  const at = new Date(text)
  const year = at.getUTCFullYear()
  return year >= firstYear && year <= lastYear ? at.toISOString() : null
}
