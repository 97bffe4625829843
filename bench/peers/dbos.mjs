import { createServer } from 'node:http'
import { DBOS } from '@dbos-inc/dbos-sdk'

/**
 * The workflow of the benches in DBOS Transact: effectful steps of 100 bytes,
 * one after the other, started and run in this process, which is the fastest
 * that it offers. Reported `{ runs, steps }`, it answers with the milliseconds from
 * the first start to the last result. Reported `{ listen }`, it answers with the
 * port of an HTTP server whose `POST /` runs ten steps and gives their result.
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

const perform = async (steps) => {
  const handle = await DBOS.startWorkflow(line)(steps)
  return handle.getResult()
}
const server = createServer(async (request, response) => {
  for await (const _ of request) {
  }
  response.end(JSON.stringify(await perform(10)))
})

process.on('message', async ({ runs, steps, listen, stop }) => {
  if (stop) {
    await DBOS.shutdown()
    process.exit(0)
  }
  if (listen) {
    server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
    return
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: runs }, () => perform(steps)))
  process.send({ ms: performance.now() - startedAt })
})
process.on('disconnect', () => process.exit(0))
process.send({ ready: true })
