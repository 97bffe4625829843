import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CrashPoint } from '#server/engine/crash-points.ts'
import { spawnNode } from '../engine-process.ts'

export interface Armed {
  readonly point: CrashPoint
  /** At which visit. */
  readonly times: number
}

export interface ToArmed {
  readonly arm?: Armed
  readonly begin?: true
}

/** A process that is loaded and waits: it begins when told, so that tests do not wait for it to load. */
export interface ArmedProcess {
  readonly pid: number
  readonly output: () => string
  readonly died: Promise<unknown>
  /** Whether it ended by SIGKILL. */
  wasKilled(): boolean
  begin(arm?: Armed): void
  arm(armed: Armed): Promise<void>
  signal(signal: NodeJS.Signals): void
}

export interface ArmedOptions {
  readonly parameters?: readonly string[]
  readonly settings?: { readonly [name: string]: string }
}

const preload = pathToFileURL(join(import.meta.dirname, 'preload.ts')).href

export function spawnArmed(
  databaseUrl: string,
  entry: string,
  { parameters = [], settings = {} }: ArmedOptions = {},
): ArmedProcess {
  const { child, output, died } = spawnNode(databaseUrl, ['--import', preload, entry, ...parameters], settings)
  return {
    pid: child.pid ?? 0,
    output,
    died,
    wasKilled: () => child.signalCode === 'SIGKILL',
    begin: (arm) => child.send({ begin: true, ...(arm && { arm }) } satisfies ToArmed),
    async arm(armed) {
      child.send({ arm: armed } satisfies ToArmed)
      let heard: { readonly type: string } | undefined
      while (heard?.type !== 'armed') [heard] = (await once(child, 'message')) as [{ readonly type: string }]
    },
    signal: (signal) => child.kill(signal),
  }
}
