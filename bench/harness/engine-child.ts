import { startEngine } from '#server/engine/engine.ts'
import { createPostgresStore } from '#server/engine/store/postgres-store.ts'
import { cpuOfThreads } from './cpu.ts'
import { startInlineEngine } from './inline-engine.ts'
import type { EngineArguments, FromEngine, ToEngine } from './messages.ts'
import { observe } from './observed-store.ts'

/** An engine as `server/engine/main.ts` starts it, which can be asked when runs ended and what it used. */
const { databaseUrl, functionsFolder, expect, inline } = JSON.parse(process.argv[2] ?? '{}') as EngineArguments

const tell = (message: FromEngine) => process.send?.(message)
const log = (line: string) => console.log(line)
const observer = observe(createPostgresStore(databaseUrl))
if (expect !== undefined) observer.expect(expect, (ended) => tell({ ended }))
const engine = inline
  ? await startInlineEngine({ databaseUrl, functionsFolder, store: observer.store, log })
  : await startEngine({ databaseUrl, functionsFolders: [functionsFolder], store: observer.store, log })
let stopping = false

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  observer.go()
  await engine.stop()
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
    tell({ usage: { cpu: await cpuOfThreads(), rssBytes: rss, heapBytes: heapUsed } })
  } else {
    await stop()
  }
})
// The bench is gone, and its database with it: nothing is left to hand back.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => undefined)
tell({ ready: true })
