// An agent and a client of PostGrip's TypeScript SDK, with the environment of a session: it prints what each scenario saw.
import { pathToFileURL } from 'node:url'

const {
  heartbeat,
  activityStdout,
  Agent,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  Client,
  condition,
  Connection,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  executeChild,
  milestone,
  proxyActivities,
  setHandler,
  sleep,
} = await import(pathToFileURL(process.env.POSTGRIP_SDK ?? '').href)

const attempts = new Map<string, number>()
const notes: string[] = []
const activities = {
  greet: async (name: string) => `Hello, ${name}`,
  flaky: async (id: string, times: number) => {
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    if (attempt <= times) throw new Error(`attempt ${attempt} is broken`)
    return `attempt ${attempt}`
  },
  deny: async (id: string) => {
    attempts.set(id, (attempts.get(id) ?? 0) + 1)
    throw ApplicationFailure.nonRetryable('No way', 'Denied')
  },
  note: async (text: string) => {
    await activityStdout(`${text}\n`)
    notes.push(text)
  },
  work: async () => {
    try {
      for (;;) {
        await heartbeat({ at: 'work' })
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    } catch (error) {
      notes.push(error instanceof CancelledFailure ? 'the heartbeat was cancelled' : String(error))
      throw error
    }
  },
  slow: () => new Promise((resolve) => setTimeout(resolve, 3_000)),
}
const { greet, note, work } = proxyActivities({ startToCloseTimeoutMs: 600_000 })
const retry = { maximumAttempts: 3, initialIntervalMs: 10 }
const { flaky, deny } = proxyActivities({ retry })
const { slow } = proxyActivities({ startToCloseTimeoutMs: 1_000 })

const onMessage = defineSignal('on_message')
const status = defineQuery('status')
const replace = defineUpdate('replace_messages')
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The failure of a command. What the SDK throws at a body that has to wait is none, and has to pass. */
function failureOf(error: unknown): string {
  if (error instanceof ApplicationFailure) return messageOf(error)
  throw error
}

const workflows = {
  async Messages() {
    const messages: string[] = []
    setHandler(onMessage, (text: string) => {
      messages.push(text)
    })
    setHandler(status, () => ({ received: messages.length }))
    setHandler(replace, (list: string[]) => {
      messages.splice(0, messages.length, ...list)
      return messages.length
    })
    await condition(() => messages.length >= 3)
    return messages
  },
  Flaky: (id: string, times: number) => flaky(id, times),
  async Denied(id: string) {
    try {
      return await deny(id)
    } catch (error) {
      return failureOf(error)
    }
  },
  Slow: () => slow(),
  async Broken() {
    throw new Error('The body is broken')
  },
  Double: async (n: number) => n * 2,
  async Parent() {
    const double = await executeChild('Double', { args: [21] })
    const failed = await executeChild('Broken').catch(failureOf)
    return [double, failed]
  },
  async Both() {
    return Promise.all([greet('Ana'), greet('Ana')])
  },
  async Cleanup(isCaught: boolean) {
    try {
      await sleep(3_600_000)
      return null
    } catch (error) {
      if (!(error instanceof CancelledFailure)) throw error
      await CancellationScope.nonCancellable(() => note('cleaned'))
      if (!isCaught) throw error
      return 'cleaned'
    }
  },
  async Working() {
    await work()
  },
  async Counter(n: number, end: number) {
    if (n < end) continueAsNew('Counter', { args: [n + 1, end] })
    return n
  },
  async TimeLimit() {
    const isMet = await condition(() => false, 20)
    await milestone('Time is up')
    return isMet
  },
}

const connection = await Connection.connect()
const agent = await Agent.create({ connection, workflows, activities })
const client = new Client({ connection })
const taskQueue = process.env.POSTGRIP_AGENT_TASK_QUEUE
// biome-ignore lint/suspicious/noExplicitAny: types of the SDK are not known here
const resultOf = (handle: any) => handle.result({ pollIntervalMs: 20 })
const begin = async (type: string, args: unknown[] = [], more: object = {}) =>
  client.workflow.start(type, { taskQueue, args, ...more })
const execute = async (type: string, args: unknown[] = [], more: object = {}) => resultOf(await begin(type, args, more))
/** Waits until an activity of the run is under way. */
async function atWork(handle: { history(): Promise<{ type: string }[]> }, type: string) {
  while (!(await handle.history()).some((event) => event.type === type)) await new Promise((r) => setTimeout(r, 20))
}

const scenarios: Record<string, () => Promise<unknown>> = {
  async signals() {
    const handle = await begin('Messages')
    await handle.signal(onMessage, 'a')
    await handle.signal(onMessage, 'b')
    const asked = await handle.query(status)
    await handle.signal('on_message', 'c')
    return [asked, await resultOf(handle), await handle.query(status)]
  },
  async update() {
    const handle = await begin('Messages')
    const two = await handle.executeUpdate(replace, ['x', 'y'])
    const asked = await handle.query(status)
    const three = await handle.executeUpdate(replace, ['x', 'y', 'z'])
    return [two, asked, three, await resultOf(handle)]
  },
  async unknownMessages() {
    const handle = await begin('Messages')
    const asked = await handle.query('nothing').catch(messageOf)
    const changed = await handle.executeUpdate('nothing').catch(messageOf)
    await handle.terminate('seen')
    return [asked, changed, (await handle.describe()).status, await resultOf(handle).catch(messageOf)]
  },
  async retries() {
    return [
      await execute('Flaky', ['twice', 2]),
      await execute('Flaky', ['always', 9]).catch(messageOf),
      attempts.get('always'),
    ]
  },
  denied: async () => [await execute('Denied', ['denied']), attempts.get('denied')],
  slowActivity: () => execute('Slow').catch(messageOf),
  broken: () => execute('Broken').catch(messageOf),
  unregistered: () => execute('Nowhere').catch(messageOf),
  child: () => execute('Parent'),
  parallel: () => execute('Both'),
  timeLimit: async () => {
    const handle = await begin('TimeLimit')
    return [await resultOf(handle), (await handle.history()).map(({ type }: { type: string }) => type)]
  },
  async cancel() {
    const handle = await begin('Cleanup', [false])
    await atWork(handle, 'TimerStarted')
    await handle.cancel('enough')
    return [await resultOf(handle).catch(messageOf), notes.splice(0)]
  },
  async cancelCaught() {
    const handle = await begin('Cleanup', [true])
    await atWork(handle, 'TimerStarted')
    await handle.cancel('enough')
    return [await resultOf(handle), notes.splice(0)]
  },
  async cancelActivity() {
    const handle = await begin('Working')
    await atWork(handle, 'ActivityTaskScheduled')
    await handle.cancel('enough')
    const said = await resultOf(handle).catch(messageOf)
    while (notes.length === 0) await new Promise((r) => setTimeout(r, 20))
    return [said, notes.splice(0)]
  },
  continueAsNew: () => execute('Counter', [0, 5]),
  async signalWithStart() {
    const start = { taskQueue, workflowId: 'mailbox', signal: onMessage }
    await client.workflow.signalWithStart('Messages', { ...start, signalArgs: ['1'] })
    await client.workflow.signalWithStart('Messages', { ...start, signalArgs: ['2'] })
    const refused = await begin('Messages', [], { workflowId: 'mailbox' }).catch(messageOf)
    const handle = await client.workflow.signalWithStart('Messages', { ...start, signalArgs: ['3'] })
    const messages = await resultOf(handle)
    const reused = await begin('Messages', [], {
      workflowId: 'mailbox',
      workflowIdReusePolicy: 'reject_duplicate',
    }).catch(messageOf)
    return [messages, refused, reused]
  },
  async describe() {
    const ui = { displayName: 'A double', tags: ['demo'] }
    const more = { workflowId: 'double', memo: { by: 'Ana' }, searchAttributes: { customer: 'acme' }, ui }
    const handle = await begin('Double', [4], more)
    await resultOf(handle)
    const {
      status: state,
      result,
      memo,
      searchAttributes,
      workflowType,
    } = await client.workflow.getHandle('double').describe()
    let found: unknown[] = []
    while (found.length === 0) found = await client.workflow.list({ searchAttributes: { customer: 'acme' } })
    const none = await client.workflow.list({ searchAttributes: { customer: 'other' } })
    const count = await client.workflow.count({ workflowId: 'double', state: 'succeeded' })
    const events = (await handle.events()).map(({ kind }: { kind: string }) => kind)
    return [{ state, result, memo, searchAttributes, workflowType }, found.length, none.length, count, events]
  },
  async operations() {
    const { status: ready } = await connection.ready()
    const namespaces = (await connection.listNamespaces()).map(({ name }: { name: string }) => name)
    const [task] = await connection.listTasks({ type: 'workflow:Double', state: 'succeeded', limit: 1 })
    const runtime = await client.task.workflowRuntime({ queue: taskQueue, command: 'true' }).catch(messageOf)
    const sandboxes = await client.sandbox.list().catch(messageOf)
    return [ready, namespaces, task.type, runtime, sandboxes]
  },
  async schedules() {
    const plan = { cron: '0 6 * * *', timezone: 'Europe/Berlin', overlapPolicy: 'allow_all' }
    const { schedule } = client
    await schedule.createWorkflowSchedule({ scheduleId: 'nightly', workflow: 'Double', taskQueue, args: [6], ...plan })
    const { task } = await schedule.trigger('nightly', { reason: 'now' })
    const value = await resultOf(client.workflow.getHandle(task.id, { taskId: task.id }))
    const { state: paused } = await schedule.pause('nightly')
    const [listed] = await schedule.list({ state: 'paused' })
    await schedule.unpause('nightly')
    const { spec } = await schedule.update('nightly', { spec: { interval_seconds: 60 } })
    const { state: deleted } = await schedule.delete('nightly')
    return [value, paused, listed.id, spec, deleted]
  },
  /** The signing key of another session. */
  async wrongKey() {
    const signingPrivateKey = Buffer.alloc(32, 7).toString('base64')
    const other = await Connection.connect()
    const { POSTGRIP_AGENT_ID: agentId, POSTGRIP_AGENT_ACCESS_TOKEN: accessToken } = process.env
    const accessExpiresAt = process.env.POSTGRIP_AGENT_ACCESS_EXPIRES_AT
    other.configureAgentAuth({ agentId, accessToken, accessExpiresAt, signingPrivateKey })
    const handle = await begin('Messages')
    const said = await other.completeTask(handle.taskId, agentId, { value: null }).catch(messageOf)
    await handle.terminate()
    return said
  },
  /** A session whose token has expired is refreshed before its next request. */
  async refresh() {
    const other = await Connection.connect()
    const { POSTGRIP_AGENT_ID: agentId, POSTGRIP_AGENT_REFRESH_TOKEN: refreshToken } = process.env
    other.configureAgentAuth({ agentId, refreshToken, accessExpiresAt: '2020-01-01T00:00:00Z' })
    return other.ensureAgentSession()
  },
}

const chosen = process.argv.slice(2)
const seen: Record<string, unknown> = {}
await agent.runUntil(
  (async () => {
    for (const [name, scenario] of Object.entries(scenarios)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue
      seen[name] = await scenario().catch((error: unknown) => `threw ${messageOf(error)}`)
      process.stderr.write(`${name}: ${JSON.stringify(seen[name])}\n`)
    }
  })(),
)
process.stdout.write(JSON.stringify(seen))
process.exit(0)
