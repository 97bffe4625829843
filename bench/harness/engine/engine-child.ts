import { startEngine } from '#server/engine/engine.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import { readEnv } from '#server/env.ts'
import { startEngineProcess } from '#server/operations/engine-process.ts'
import { cpuOfThreads } from '../cpu.ts'
import { startInlineEngine } from './inline-engine.ts'
import type { EngineArguments, FromEngine, ToEngine } from './messages.ts'
import { observe } from './observed-store.ts'

/**
 * All that `server/processes/engine.ts` starts, with the settings that hold when nothing is set: what is not set for the
 * product either, such as who is called on failure, is left out. It can be asked when runs ended and what it used.
 */
const {
  databaseUrl,
  functionsFolder,
  expect,
  inline,
  settings = {},
} = JSON.parse(process.argv[2] ?? '{}') as EngineArguments

const tell = (message: FromEngine) => process.send?.(message)
const observer = observe(createPostgresStore(databaseUrl))
if (expect !== undefined) observer.expect(expect, (ended) => tell({ ended }))
const engineProcess = await startEngineProcess({
  env: { ...readEnv(settings), functionsFolders: [functionsFolder] },
  databaseUrl,
  log: (line) => console.log(line),
  start: (options) => (inline ? startInlineEngine : startEngine)({ ...options, store: observer.store }),
})
let stopping = false

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  observer.go()
  await engineProcess.stop()
  process.exit(0)
}

process.on('message', async (message: ToEngine) => {
  if ('expect' in message) {
    observer.expect(message.expect, (ended) => tell({ ended }))
    tell({ expecting: true })
  } else if ('hold' in message) {
    await observer.hold()
    tell({ held: true })
  } else if ('go' in message) {
    observer.go()
  } else if ('usage' in message) {
    if (message.usage.collectGarbage) globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    tell({ usage: { cpu: cpuOfThreads(), rssBytes: rss, heapBytes: heapUsed } })
  } else {
    await stop()
  }
})
// The bench is gone, and its database with it: nothing is left to hand back.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => undefined)
tell({ ready: true })
