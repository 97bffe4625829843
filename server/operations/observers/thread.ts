import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { messageOf } from '#core/message-of.ts'
import { openUserModules } from '#server/engine/executor/host/user-modules.ts'
import { reachCall } from '../../engine/crash-points.ts'
import { within } from '../within.ts'
import { type HookCall, hookCallsOf, hooks, type ObservedRow } from './hook-calls.ts'

/**
 * The thread that runs observers, so that they cost neither the engine nor a step any time. It calls them in the order
 * of the log: several at once, but never two for one run.
 */
export interface ThreadData {
  readonly module: string
  readonly atOnce: number
  readonly hookMs: number
  /** Two Int32: how many calls of the batch were begun, and a count that moves while the thread is not blocked. */
  readonly shared: SharedArrayBuffer
}

export interface Batch {
  readonly rows: readonly ObservedRow[]
  /** The number of calls that an earlier thread has begun already. */
  readonly skip: number
}

export type FromThread =
  | { readonly type: 'ready'; readonly hooks: readonly string[] }
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'called' }

const port = parentPort
if (!port) throw new Error('Observers run in a worker thread.')
const { module, atOnce, hookMs, shared } = workerData as ThreadData
const counts = new Int32Array(shared)
const ALIVE_EVERY_MS = 50

const say = (message: FromThread) => port.postMessage(message)
const log = (line: string) => say({ type: 'log', line })
process.on('uncaughtException', (error) => log(`uncaught: ${error.stack ?? error.message}`))
process.on('unhandledRejection', (reason) => log(`unhandled rejection: ${String(reason)}`))
setInterval(() => Atomics.add(counts, 1, 1), ALIVE_EVERY_MS)

openUserModules([])
const observers = new Map<string, (...args: readonly unknown[]) => unknown>()
try {
  const loaded = (await import(pathToFileURL(module).href)) as Readonly<Record<string, unknown>>
  for (const hook of hooks) {
    const found = loaded[hook] ?? loaded[camelCase(hook)]
    if (typeof found === 'function') observers.set(hook, found as (...args: readonly unknown[]) => unknown)
  }
  port.on('message', (batch: Batch) => void callAll(batch).then(() => say({ type: 'called' })))
  say({ type: 'ready', hooks: [...observers.keys()] })
} catch (error) {
  say({ type: 'refused', reason: messageOf(error) })
}

async function callAll({ rows, skip }: Batch): Promise<void> {
  const running = new Map<string, Promise<void>>()
  const calls = rows.flatMap(readCalls).filter(({ hook }) => observers.has(hook))
  for (const [index, hookCall] of calls.entries()) {
    if (index < skip) continue
    await running.get(hookCall.runId)
    if (running.size >= atOnce) await Promise.race(running.values())
    Atomics.store(counts, 0, index + 1)
    const ended: Promise<void> = call(hookCall).finally(() => running.delete(hookCall.runId))
    running.set(hookCall.runId, ended)
  }
  await Promise.all(running.values())
}

/** A row that cannot be read does not stop the rows after it. */
function readCalls(row: ObservedRow): readonly HookCall[] {
  try {
    return hookCallsOf(row)
  } catch (error) {
    log(`run ${row.runId} cannot be read: ${messageOf(error)}`)
    return []
  }
}

async function call({ hook, runId, args }: HookCall): Promise<void> {
  try {
    reachCall('observer', 'called')
    await within(hookMs, Promise.resolve(observers.get(hook)?.(...args)))
    reachCall('observer', 'returned')
  } catch (error) {
    log(`${hook} for run ${runId}: ${messageOf(error)}`)
  }
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
