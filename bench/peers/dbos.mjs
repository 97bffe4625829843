import { DBOS } from '@dbos-inc/dbos-sdk'

/**
 * The workflow of the benches in DBOS Transact: effectful steps of 100 bytes,
 * one after the other, started and run in this process, which is the fastest
 * that it offers. Told `{ runs, steps }`, it answers with the milliseconds from
 * the first start to the last result.
 */
const [systemDatabaseUrl] = process.argv.slice(2)
const filler = 'x'.repeat(86)
const hundredBytes = async () => ({ value: filler })

const line = DBOS.registerWorkflow(
  async (steps) => {
    for (let step = 1; step <= steps; step += 1) await DBOS.runStep(hundredBytes, { name: `step_${step}` })
    return { value: filler }
  },
  { name: 'line' },
)

DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl,
  systemDatabasePoolSize: 20,
  runAdminServer: false,
  logLevel: 'error',
})
await DBOS.launch()

process.on('message', async ({ runs, steps, stop }) => {
  if (stop) {
    await DBOS.shutdown()
    process.exit(0)
  }
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: runs }, async () => {
      const handle = await DBOS.startWorkflow(line)(steps)
      await handle.getResult()
    }),
  )
  process.send({ ms: performance.now() - startedAt })
})
process.on('disconnect', () => process.exit(0))
process.send({ ready: true })
