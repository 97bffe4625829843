import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { localActor } from '#server/access/actor.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { openKeyRing } from '#server/secrets/key-ring.ts'
import { createMailer } from '../mail/mailer.ts'
import { htmlOf, type MailServer, startMailServer, textOf } from '../testing/mail-server.ts'
import { alertLimits } from './alert-limits.ts'
import type { RuleChoices } from './alert-models.ts'
import { takeAlerts } from './alert-outbox.ts'
import { listRules } from './list-rules.ts'
import { removeRule, replaceRuleSecret, saveRule } from './save-rule.ts'
import { scanRuns } from './scan-runs.ts'
import { sendAlertAgain, testRule } from './send-again.ts'
import { type AlertOptions, startAlerts } from './start-alerts.ts'

interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const standard = (name: string, fn: string): Step => ({ name, type: 'STANDARD', function: `t.${fn}` }) as Step
const ask = { name: 'Ask', type: 'HUMAN', title: 'Loan' } as Step
const hours = (count: number) => count * 3_600_000
/** A run's id of that age: the cursor of a scan goes by the instants in ids. */
const idOfAge = (ms: number, suffix = '0000-7000-8000-000000000000') => {
  const time = (Date.now() - ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${suffix.slice(6, 9)}-8000-${crypto.randomUUID().slice(24)}`
}

describe('alerts about runs', () => {
  let harness: Harness
  let mails: MailServer
  let server: Server
  let hook: string
  const calls: Call[] = []
  /** What the webhook answers, in turn. */
  const answers: number[] = []
  const started: { stop(): Promise<void> }[] = []
  const lines: string[] = []
  const keyRing = openKeyRing({
    current: { from: 'text', text: Buffer.alloc(32, 7).toString('base64'), setting: 'K' } as never,
    previous: undefined,
  } as never)

  const start = async (more: Partial<AlertOptions> = {}) => {
    const alerts = startAlerts({
      pool: harness.pool,
      mailer: createMailer({ url: mails.url, from: { name: 'Heddle', address: 'heddle@example.com' } }),
      domain: 'example.com',
      publicUrl: 'https://heddle.example.com',
      keyRing,
      allow: [new URL(hook).host],
      redact: (text) => text,
      onMessage: () => undefined,
      log: (line) => lines.push(line),
      timing: { lookEveryMs: 20, scanEveryMs: 20, retryFirstMs: 10 },
      ...more,
    })
    started.push(alerts)
    await expect
      .poll(async () => (await harness.pool.query(`select from bookmark where name = 'alerts'`)).rowCount)
      .toBe(1)
  }
  const rule = async (choices: Partial<RuleChoices> & { readonly id?: string }) =>
    saveRule(harness.pool, keyRing, localActor, {
      workflow: 'Fails',
      failed: true,
      lateMinutes: null,
      stuckMinutes: null,
      recovered: false,
      people: [],
      addresses: ['ops@example.com'],
      webhookUrl: null,
      timeZone: 'UTC',
      quiet: null,
      enabled: true,
      ...choices,
    })
  const alertsOf = async (event: string) =>
    (
      await harness.pool.query<{ run_id: string; open: boolean }>('select run_id, open from alert where event = $1', [
        event,
      ])
    ).rows
  const noted = (event: string, count: number) => expect.poll(async () => (await alertsOf(event)).length).toBe(count)
  /** Nothing waits for other alerts or for the pace of the rule. */
  const hurry = () =>
    harness.pool.query(
      `with m as (update alert_message set created_at = created_at - interval '10 minutes' where state <> 'waiting')
       update alert set due_at = now() - interval '1 minute' where batch_id is null`,
    )
  const mailed = (count: number) => expect.poll(() => hurry().then(() => mails.received.length)).toBe(count)
  const failing = async (workflow = 'Fails', status = 'FAILED') => {
    const runId = await harness.start(workflow)
    await harness.until(runId, status)
    return runId
  }
  const waiting = async (age: number) => {
    const runId = await harness.start('Asks', {}, { runId: idOfAge(age) })
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    await harness.pool.query(`update run_log set at = at - make_interval(secs => $2) where run_id = $1`, [
      runId,
      age / 1000,
    ])
    return runId
  }

  beforeAll(async () => {
    harness = await createHarness()
    mails = await startMailServer()
    server = createServer((incoming, outgoing) => {
      let body = ''
      incoming.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      incoming.on('end', () => {
        calls.push({ headers: incoming.headers, body })
        outgoing.writeHead(answers.shift() ?? 204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=x`
    await harness.publish('Fails', [standard('First', 'add_one'), standard('Broken', 'fail_for_good')])
    await harness.publish('Below', [
      { name: 'Down', type: 'SUB_WORKFLOW', sub_workflow_type: 'Fails', input: {} } as Step,
    ])
    await harness.publish('Asks', [ask])
    await harness.pool.query(
      `insert into person (owner_id, id, name, email) values ('local', 'ana', 'Ana', 'ana@example.com'), ('local', 'ben', 'Ben', null)`,
    )
    await harness.engine()
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()))
    await harness.pool.query('delete from alert_rule')
    ;(mails.received as unknown[]).length = 0
    mails.answers.length = 0
    calls.length = 0
    answers.length = 0
    lines.length = 0
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await mails.close()
    await harness.close()
  })

  it('mails a person and an address when a run fails, with a link and no value of the run', async () => {
    await rule({ people: ['ana', 'ben'] })
    await start()
    const runId = await failing()
    await failing('Below', 'FAILED_CHILD_WORKFLOW')
    await noted('failed', 1)
    await mailed(2)
    expect(mails.received.map(({ to }) => to[0]).toSorted()).toEqual(['ana@example.com', 'ops@example.com'])
    const [mail] = mails.received
    const text = textOf(mail as never)
    expect(text).toContain('a run failed')
    expect(text).toContain('Step: ')
    expect(text).toContain(`https://heddle.example.com/runs/${runId}`)
    expect(htmlOf(mail as never)).toContain(`/runs/${runId}`)
    const { messages } = await listRules(harness.pool, localActor, null, true)
    await expect
      .poll(async () =>
        (await listRules(harness.pool, localActor, null, true)).messages.map(({ state }) => state).toSorted(),
      )
      .toEqual(['dropped', 'sent', 'sent'])
    expect(messages.length).toBe(3)
  })

  it('gathers the failures of a workflow in one message with their number, within its pace', async () => {
    await rule({})
    await start()
    await Promise.all([failing(), failing(), failing()])
    await noted('failed', 3)
    await mailed(1)
    expect(textOf(mails.received[0] as never)).toContain('3 runs failed')
    await failing()
    await noted('failed', 4)
    // The pace of the rule holds the next message back: it is due minutes after the last one.
    await harness.pool.query(`update alert_message set created_at = now()`)
    await harness.pool.query(`update alert set due_at = now() where batch_id is null`)
    await expect
      .poll(
        async () =>
          (
            await harness.pool.query(
              `select from alert where batch_id is null and due_at > now() + interval '1 minute'`,
            )
          ).rowCount,
      )
      .toBe(1)
    expect(mails.received.length).toBe(1)
  })

  it('holds messages back in the quiet hours of the rule', async () => {
    const now = new Date()
    const at = (shift: number) => new Date(now.getTime() + hours(shift)).toISOString().slice(11, 16)
    const { id } = await rule({ quiet: { from: at(-2), to: at(2), days: [] } })
    await start()
    await failing()
    await noted('failed', 1)
    await harness.pool.query(`update alert set due_at = now()`)
    await expect
      .poll(
        async () => (await harness.pool.query(`select from alert where due_at > now() + interval '1 hour'`)).rowCount,
      )
      .toBe(1)
    expect(mails.received.length).toBe(0)
    const held = async () => (await listRules(harness.pool, localActor, null, true)).rules[0]?.waiting ?? null
    expect((await held())?.alerts).toBe(1)
    // Without quiet hours nothing holds it back any more.
    await harness.pool.query(`update alert set happened_at = happened_at - interval '1 minute'`)
    await rule({ id, quiet: null })
    await expect.poll(() => mails.received.length).toBe(1)
    expect(await held()).toBeNull()
  })

  it('calls a webhook with a signature of Standard Webhooks, again under the same id, and drops what is gone', async () => {
    const { secret, id } = await rule({ addresses: [], webhookUrl: hook })
    expect(secret).toMatch(/^whsec_/)
    await start()
    answers.push(500)
    const runId = await failing()
    await noted('failed', 1)
    await expect.poll(() => hurry().then(() => calls.length)).toBe(2)
    const [first, second] = calls as [Call, Call]
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    const { 'webhook-id': callId, 'webhook-timestamp': at, 'webhook-signature': signature } = second.headers
    const key = Buffer.from(String(secret).slice('whsec_'.length), 'base64')
    expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${callId}.${at}.${second.body}`).digest('base64')}`)
    expect(JSON.parse(second.body)).toMatchObject({
      type: 'alert',
      rule_id: id,
      workflow: 'Fails',
      counts: { failed: 1 },
      runs: [{ run_id: runId, event: 'failed', url: `https://heddle.example.com/runs/${runId}` }],
    })
    answers.push(410)
    await testRule(harness.pool, localActor, id)
    await expect.poll(() => calls.length).toBe(3)
    expect(JSON.parse(calls[2]?.body ?? '')).toMatchObject({ type: 'alert.test' })
    await expect
      .poll(async () => (await listRules(harness.pool, localActor, null, true)).messages[0])
      .toMatchObject({ state: 'failed', reason: expect.stringContaining('410') })
    const [failed] = (await listRules(harness.pool, localActor, null, true)).messages
    await sendAlertAgain(harness.pool, localActor, failed?.id ?? '')
    await expect.poll(() => calls.length).toBe(4)
    expect(calls[3]?.headers['webhook-id']).toBe(calls[2]?.headers['webhook-id'])
  })

  it('signs with both secrets after a rotation, and with the new one alone at another host (access 11)', async () => {
    const { id, secret: former } = await rule({ addresses: [], webhookUrl: hook })
    const { secret } = await replaceRuleSecret(harness.pool, keyRing, localActor, id)
    await start()
    await testRule(harness.pool, localActor, id)
    await expect.poll(() => calls.length).toBe(1)
    const [{ body = '', headers } = {}] = calls
    for (const each of [former, secret]) {
      expect(Buffer.from(String(each).slice('whsec_'.length), 'base64').length).toBe(32)
      new StandardWebhook(String(each)).verify(body, headers as Record<string, string>)
    }
    expect(headers?.['x-fabric-event']).toBe('alert.test')

    const elsewhere = hook.replace('127.0.0.1', 'localhost')
    const moved = await rule({ addresses: [], webhookUrl: elsewhere, id } as never)
    await Promise.all(started.splice(0).map((each) => each.stop()))
    await start({ allow: [new URL(elsewhere).host] })
    await testRule(harness.pool, localActor, id)
    await expect.poll(() => calls.length).toBe(2)
    expect(String(calls[1]?.headers['webhook-signature']).split(' ').length).toBe(1)
    new StandardWebhook(String(moved.secret)).verify(calls[1]?.body ?? '', calls[1]?.headers as Record<string, string>)
    await removeRule(harness.pool, localActor, id)
    expect((await harness.pool.query('select from webhook_secret where webhook_id = $1', [id])).rowCount).toBe(0)
  })

  it('signs at the time of the database', async () => {
    await rule({ addresses: [], webhookUrl: hook })
    const clock = vi.spyOn(Date, 'now').mockReturnValue(0)
    try {
      await start()
      const { rows } = await harness.pool.query<{ id: string }>('select id from alert_rule limit 1')
      await testRule(harness.pool, localActor, rows[0]?.id ?? '')
      await expect.poll(() => calls.length).toBe(1)
      expect(Number(calls[0]?.headers['webhook-timestamp'])).toBeGreaterThan(1_700_000_000)
    } finally {
      clock.mockRestore()
    }
  })

  it('lets an owner whose receivers do not answer hold up no other owner', async () => {
    const { id } = await rule({})
    await harness.pool.query(
      `insert into alert_rule (owner_id, id, workflow, failed, created_by) values ('other', $1, 'Fails', true, 'ana')`,
      [id],
    )
    await harness.pool.query(
      `insert into alert_message (id, owner_id, rule_id, batch_id, channel, receiver, due_at)
       select gen_random_uuid(), owner, $1, $1, 'address', 'ops@example.com', now() - hours * interval '1 hour'
         from (values ('local', 40, 2), ('other', 3, 1)) v (owner, messages, hours), generate_series(1, messages)`,
      [id],
    )
    const take = async () => (await takeAlerts(harness.pool, 8, 60_000)).map(({ ownerId }) => ownerId).toSorted()
    expect(await take()).toEqual(['local', 'local', 'other', 'other'])
    expect(await take()).toEqual([])
    await harness.pool.query(`update alert_message set state = 'sent' where owner_id = 'other' and attempts > 0`)
    await harness.pool.query(
      `update alert_message set due_at = now() + interval '1 hour', reason = 'no answer' where owner_id = 'local' and attempts > 0`,
    )
    expect(await take()).toEqual(['local', 'local', 'other'])
  })

  it('keeps the secret of a webhook while its host stays, and makes one for another host', async () => {
    const { id } = await rule({ addresses: [], webhookUrl: 'https://hooks.example.com/a' })
    const saved = (webhookUrl: string) => rule({ addresses: [], webhookUrl, id } as never)
    expect((await saved('https://hooks.example.com/b')).secret).toBeNull()
    expect((await saved('https://hooks.example.org/b')).secret).toMatch(/^whsec_/)
    expect((await saved('https://hooks.example.org:8443/b')).secret).toMatch(/^whsec_/)
  })

  it('reaches no private address by a webhook (ASVS 15.3.2)', async () => {
    const { id } = await rule({ addresses: [], webhookUrl: hook })
    await start({ allow: [] })
    await testRule(harness.pool, localActor, id)
    await expect
      .poll(async () => (await listRules(harness.pool, localActor, null, true)).messages[0]?.state)
      .toBe('failed')
    expect(calls).toEqual([])
  })

  it('tells of a late run once, and that it has recovered', async () => {
    await rule({ workflow: 'Asks', failed: false, lateMinutes: 60, recovered: true })
    const late = await waiting(hours(2))
    await waiting(hours(0.5))
    await start()
    await noted('late', 1)
    expect(await alertsOf('late')).toEqual([{ run_id: late, open: true }])
    await mailed(1)
    expect(textOf(mails.received[0] as never)).toContain('a run is late')
    await harness.send(late, { type: 'resume', input: { approved: true } } as never)
    await harness.until(late, 'COMPLETED')
    await noted('recovered', 1)
    expect(await alertsOf('late')).toEqual([{ run_id: late, open: false }])
    await mailed(2)
    expect(textOf(mails.received[1] as never)).toContain('a run recovered')
  })

  it('tells of a standstill once, however often it looks, and of the next one again', async () => {
    await rule({ workflow: 'Asks', failed: false, stuckMinutes: 60, recovered: true })
    const stuck = await waiting(hours(2))
    await start()
    await noted('stuck', 1)
    const lookAgain = () => harness.pool.query(`update alert_watch set look_at = now() - interval '1 minute'`)
    await lookAgain()
    await expect
      .poll(async () => (await harness.pool.query('select from alert_watch where look_at < now()')).rowCount)
      .toBe(0)
    expect((await alertsOf('stuck')).length).toBe(1)
    // Something happens in it, and then nothing for hours again.
    await harness.send(stuck, { type: 'pause' } as never)
    await noted('recovered', 1)
    await harness.send(stuck, { type: 'resume' } as never)
    await harness.until(stuck, 'WAITING_HUMAN_INPUT')
    await harness.pool.query(`update run_log set at = at - interval '90 minutes' where run_id = $1 and seq > 1`, [
      stuck,
    ])
    await expect.poll(() => lookAgain().then(async () => (await alertsOf('stuck')).length)).toBe(2)
    await harness.send(stuck, { type: 'cancel' } as never)
    await harness.until(stuck, 'CANCELLED')
    await expect.poll(async () => (await alertsOf('stuck')).some(({ open }) => open)).toBe(false)
    expect((await alertsOf('recovered')).length).toBe(1)
    await expect
      .poll(() => lookAgain().then(async () => (await harness.pool.query('select from alert_watch')).rowCount))
      .toBe(0)
  })

  it('keeps a run out that a person holds, and a rule that is off', async () => {
    await rule({ workflow: 'Asks', failed: false, stuckMinutes: 60 })
    await rule({ workflow: 'Asks', failed: true, lateMinutes: 60, enabled: false })
    const held = await waiting(hours(3))
    await harness.send(held, { type: 'pause' } as never)
    await harness.pool.query(`update run_log set at = at - interval '2 hours' where run_id = $1`, [held])
    while ((await inTransaction(harness.pool, scanRuns)) === 'more') {}
    expect(await alertsOf('stuck')).not.toContainEqual(expect.objectContaining({ run_id: held }))
    expect(await alertsOf('late')).toEqual([])
  })

  it('tests a rule a few times an hour', async () => {
    const { id } = await rule({})
    for (let sent = 0; sent < alertLimits.testsPerHour; sent++) await testRule(harness.pool, localActor, id)
    await expect(testRule(harness.pool, localActor, id)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await start()
    await mailed(1)
    expect(textOf(mails.received[0] as never)).toContain('This is a test')
  })

  it('scans by indexes: what has crossed the age before is not read again, however many runs live', async () => {
    await rule({ workflow: 'Asks', failed: false, lateMinutes: 60, stuckMinutes: 60 })
    // Live runs of two days ago, which crossed every age before the rule was made.
    await harness.pool.query(
      `with ids as (
         select (lpad(to_hex((extract(epoch from now() - interval '2 days') * 1000)::bigint + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as id
           from generate_series(1, 3000) n),
       runs as (
         insert into run
         select (jsonb_populate_record(null::run, to_jsonb(m) || jsonb_build_object('id', ids.id, 'root_run_id', ids.id,
                                       'idempotency_key', null, 'request_identity', null))).*
           from ids, (select * from run where workflow = 'Asks' limit 1) m returning id, owner_id)
       insert into run_state (run_id, owner_id, status, phase, pending) select id, owner_id, 'WAITING_HUMAN_INPUT', 'BLOCKED_WAITING', false from runs`,
    )
    await harness.pool.query('analyze run; analyze run_state; analyze alert_rule')
    const counted = await inTransaction(harness.pool, async (client) => {
      const count = async () => {
        const { rows } = await client.query<{ scans: number; rows: number }>(
          `select sum(seq_scan)::int as scans, sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_xact_user_tables
            where relname in ('run', 'run_state', 'run_log')`,
        )
        return rows[0] as { scans: number; rows: number }
      }
      const before = await count()
      expect(await scanRuns(client)).toBe('done')
      const after = await count()
      return { scans: after.scans - before.scans, rows: after.rows - before.rows }
    })
    expect(counted.scans).toBe(0)
    expect(counted.rows).toBeLessThan(300)
  })
})
