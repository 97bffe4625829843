import type { Kit } from './kit.ts'

/** One line of the table. */
export interface Row {
  readonly bench: string
  /** What was done, and between which two moments. */
  readonly shape: string
  readonly measured: string
  /** The ceiling or the peer of the same run. */
  readonly against?: string
  readonly ratio?: string
  readonly goal?: string
  /** Absent where there is no goal. */
  readonly met?: boolean
  /** Where the time went, and what else is worth knowing; printed below the line. */
  readonly notes?: readonly string[]
  /** The figures behind the words, for `--json`. */
  readonly figures?: Readonly<Record<string, number>>
}

export interface Bench {
  readonly name: string
  /** One sentence for `--list`. */
  readonly about: string
  run(kit: Kit): Promise<readonly Row[]>
}
