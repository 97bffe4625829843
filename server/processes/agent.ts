import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { createFunctionExecutor } from '#server/engine/executor/function-executor.ts'
import { createRedactor } from '#server/engine/executor/secrets/redactor.ts'
import { localClock } from '#server/engine/world/local-clock.ts'
import { openOpsServer } from '#server/fleet/ops-server.ts'
import { installation } from '#server/overview/installation.ts'
import { loadEnv } from '../env.ts'
import { createLog } from '../process-log.ts'
import { readOptions, refuse, wrongNumber } from '../read-options.ts'
import { environmentSource } from '../secrets.ts'
import { agentServer } from './agent/agent-server.ts'
import { Bodies } from './agent/bodies.ts'
import { readBodies } from './agent/read-bodies.ts'
import { startAgent } from './agent/run-agent.ts'
import { stopWithSupervisor, tellSupervisor } from './messages.ts'

const usage = `An agent: a process that takes tasks of queues from a Heddle server by HTTP, and needs no database.

npm run agent -- [--queue NAME …] [--tasks NUMBER] [--no-cache]
  --queue NAME     which queue it serves, once for each (default)
  --tasks NUMBER   how many tasks it holds at once (HEDDLE_WORKER_TASKS)
  --no-cache       keeps no body in memory: each delivery replays the whole history of its run

HEDDLE_URL is the address of the server, and HEDDLE_TOKEN an API key with the permission agent.work, and with
workflow.publish where HEDDLE_FUNCTIONS contains workflows. With HEDDLE_OPS_PORT it answers /healthz and /readyz.
`
const {
  queue: queues = ['default'],
  tasks,
  'no-cache': isFresh = false,
} = readOptions(usage, {
  queue: { type: 'string', multiple: true },
  tasks: { type: 'string' },
  'no-cache': { type: 'boolean' },
})
const wrong = wrongNumber({ tasks }, { tasks: { from: 1 } })
if (wrong !== null) refuse(wrong)
const { HEDDLE_URL, HEDDLE_TOKEN } = process.env
if (HEDDLE_URL && !URL.canParse(HEDDLE_URL))
  refuse(`HEDDLE_URL=${HEDDLE_URL} is no address. Use one such as https://heddle.example.`)
const env = loadEnv()
const { line: log } = createLog('agent', { redact: createRedactor(env.secrets).text })
const { bodies, workflows } = await readBodies(env.functionsFolders, queues, log)
const agent = await startAgent({
  id: `${hostname().replaceAll(/[^\w.-]/g, '-')}:${process.pid}:${randomUUID().slice(0, 8)}`,
  server: agentServer(HEDDLE_URL || env.address, HEDDLE_TOKEN || undefined),
  queues,
  version: installation().version,
  tasks: tasks === undefined ? env.worker.tasks : Number(tasks),
  workflows,
  bodies: new Bodies(bodies, !isFresh),
  createExecutor: (events) =>
    createFunctionExecutor(
      {
        functionsFolders: env.functionsFolders,
        secrets: environmentSource(env.secrets),
        monotonic: localClock.monotonic,
        isLazy: true,
        log,
      },
      events,
    ),
  log,
})
const judge = async () => ({ reasons: [...agent.troubles], warnings: [] })
const ops = env.opsPort === undefined ? null : await openOpsServer({ host: env.opsHost, port: env.opsPort }, judge)
if (ops !== null) log(`answers /healthz and /readyz on ${env.opsHost}:${ops.port}`)
log(`serves ${queues.join(', ')}   (Ctrl-C ends it)`)

stopWithSupervisor(async () => {
  await agent.stop()
  await ops?.close()
})
tellSupervisor({ type: 'ready' })
