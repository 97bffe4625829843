import type { Pool } from 'pg'
import { generationsOf } from './pool.ts'

/**
 * A value that a process keeps for one generation of the database. In another generation, the rows that it was made from
 * may be lost or different, so it is made anew. `current` makes it on first use.
 */
export interface PerGeneration<Value> {
  current(): Value
  /** Ends the watch for another generation. */
  close(): void
}

export function perGeneration<Value extends object>(pool: Pool, make: () => Value): PerGeneration<Value> {
  let value: Value | null = null
  const endWatch = generationsOf(pool).onChange(() => {
    value = null
  })
  return {
    current() {
      value ??= make()
      return value
    },
    close: endWatch,
  }
}
