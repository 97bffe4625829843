import { type FleetProcess, joinFleet } from '#server/fleet/fleet-process.ts'
import type { ProcessKind } from '#server/fleet/process-facts.ts'
import type { Env } from '../env.ts'
import { DatabaseRefused } from './database-for.ts'
import { isSupervised, stopWithSupervisor } from './messages.ts'

export interface Lifetime {
  readonly member: FleetProcess
  /** What the process does at SIGTERM, before it leaves; until this is called, it just leaves. */
  onStop(stop: () => Promise<void>): void
}

/** Joins the installation, ready to be stopped from the first moment on: a process may wait long for its database. */
export async function beginLifetime(
  kind: ProcessKind,
  { env, databaseUrl, log }: { readonly env: Env; readonly databaseUrl: string; readonly log: (line: string) => void },
): Promise<Lifetime> {
  let member: FleetProcess | null = null
  let stop: (() => Promise<void>) | null = null
  stopWithSupervisor(async () => {
    member?.drains()
    await stop?.()
    await member?.leave()
  })
  member = await joinFleet({ kind, env, databaseUrl, log, waits: !isSupervised() })
  return {
    member,
    onStop(given) {
      stop = given
    },
  }
}

/** Prints a refusal of `find` and ends this process. */
export function orRefuse<Found>(find: () => Found): Found {
  try {
    return find()
  } catch (error) {
    if (!(error instanceof DatabaseRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
