import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { type ArmedProcess, spawnArmed } from '#proof/testing/crash/armed-process.ts'
import { engineMain } from '#proof/testing/crash/killed-engines.ts'
import { pointsBy } from '#proof/testing/crash/ways.ts'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { CrashPoint } from '#server/engine/crash-points.ts'
import { expireLease } from '#server/engine/expire-lease.ts'
import { createTransferringConsumer } from '#server/log/consumer.ts'
import { assembleMails } from './outbox/assemble-mails.ts'
import { noteTaskNews } from './outbox/note-task-news.ts'
import { type MailServer, startMailServer, textOf } from './testing/mail-server.ts'

describe('an engine that is killed while it sends mail about tasks', () => {
  let harness: Harness
  let server: MailServer
  let standby: ArmedProcess
  const struck = new Set<CrashPoint>()
  const tasks: string[] = []

  const load = () =>
    spawnArmed(harness.databaseUrl, engineMain, {
      settings: { HEDDLE_SMTP_URL: server.url, HEDDLE_MAIL_FROM: 'heddle@example.com' },
    })
  /** The notices of the log up to now, by the same code as in an engine. */
  const noteAll = () =>
    createTransferringConsumer({
      pool: harness.pool,
      name: 'notifications',
      startsAt: 'present',
      transfer: noteTaskNews,
    }).catchUp(new AbortController().signal)
  /** Nothing waits for other notices, for the pace of the person, or for a process that has died. */
  const hurry = async () => {
    await harness.pool.query(`update mail_notice set due_at = now() - interval '1 minute' where mail_id is null`)
    await harness.pool.query(
      `update mail set created_at = created_at - interval '10 minutes', due_at = now() - interval '1 minute' where state = 'waiting'`,
    )
    await harness.pool.query(`update mail set created_at = created_at - interval '10 minutes' where state <> 'waiting'`)
  }
  const open = async () => {
    const runId = await harness.start('Asks')
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    const { rows } = await harness.pool.query<{ id: string }>('select id from human_task where run_id = $1', [runId])
    tasks.push(rows[0]?.id ?? '')
  }
  /** The step before the point is done, so that the first look of the engine comes to the point with work to do. */
  const prepare = async (point: CrashPoint) => {
    await open()
    if (point.startsWith('notices_noted')) return
    await noteAll()
    await hurry()
    if (point.startsWith('mails_assembled')) return
    while (await inTransaction(harness.pool, assembleMails)) {}
    if (point.startsWith('mail_postponed')) server.answers.push(...Array.from({ length: 5 }, () => 'fail' as const))
  }
  /** Message-IDs of the mails that name the task. */
  const idsOf = (task: string) =>
    new Set(
      server.received.filter((mail) => textOf(mail).includes(task)).map(({ headers }) => headers.get('message-id')),
    )

  beforeAll(async () => {
    harness = await createHarness()
    server = await startMailServer()
    await harness.publish('Asks', [{ name: 'Ask', type: 'HUMAN', title: 'Loan', assignees: ['ana'] } as Step])
    await harness.pool.query(
      `insert into person (owner_id, id, name, email) values ('local', 'ana', 'Ana', 'ana@example.com')`,
    )
    await noteAll()
    await harness.engine()
    standby = load()
  })
  afterAll(async () => {
    standby.signal('SIGKILL')
    await standby.died
    await harness.close()
    await server.close()
  })

  it.each(pointsBy('mailing'))('at %s, leaves the mail to the next one', async (point) => {
    await hurry()
    await prepare(point)
    const engine = standby
    engine.begin({ point, times: 1 })
    standby = load()
    await engine.died
    expect(engine.wasKilled(), engine.output()).toBe(true)
    await expireLease(harness.pool, engine.pid)
    server.answers.length = 0
    struck.add(point)
  })

  it('leaves no task untold in the end, and repeats a mail only under the same Message-ID', async () => {
    const last = standby
    last.begin()
    await expect.poll(() => hurry().then(() => tasks.filter((task) => idsOf(task).size === 0))).toEqual([])
    expect(tasks.filter((task) => idsOf(task).size > 1)).toEqual([])
    const ids = server.received.map(({ headers }) => headers.get('message-id'))
    // The kills after the mail server had taken a mail: the repetition is recognised by its Message-ID.
    expect(ids.length).toBeGreaterThan(new Set(ids).size)
    expect(await harness.violations()).toEqual([])
    last.signal('SIGTERM')
    await last.died
    standby = load()
  })

  it('has been killed at every such point', () => {
    expect(pointsBy('mailing').filter((point) => !struck.has(point))).toEqual([])
  })
})
