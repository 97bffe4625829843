import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Step } from '#core/definition/definition.ts'
import { createHarness, type Harness } from '#proof/testing/harness.ts'
import { createMailer } from './mail/mailer.ts'
import { type NotificationOptions, startNotifications } from './start-notifications.ts'
import { htmlOf, type MailServer, type Received, startMailServer, textOf } from './testing/mail-server.ts'

const asks = (name: string, more: object): Step =>
  ({ name, type: 'HUMAN', title: 'Loan {{ input.for }}', ...more }) as Step

describe('mail about tasks', () => {
  let harness: Harness
  let server: MailServer
  const started: { stop(): Promise<void> }[] = []
  const outcomes: string[] = []
  const lines: string[] = []

  const start = async (more: Partial<NotificationOptions> = {}) => {
    const notifications = startNotifications({
      pool: harness.pool,
      mailer: createMailer({ url: server.url, from: { name: 'Heddle', address: 'heddle@example.com' } }),
      domain: 'example.com',
      publicUrl: 'https://heddle.example.com',
      redact: (text) => text.replaceAll('hunter2', '[secret P]'),
      onMail: (outcome) => outcomes.push(outcome),
      log: (line) => lines.push(line),
      timing: { lookEveryMs: 20, retryFirstMs: 10 },
      ...more,
    })
    started.push(notifications)
    // The cursor begins at the present: it is stored before anything may happen.
    await expect
      .poll(async () => (await harness.pool.query(`select from bookmark where name = 'notifications'`)).rowCount)
      .toBe(1)
    return notifications
  }
  /** The wait for further notices ends now. */
  const hurry = () =>
    harness.pool.query(`update mail_notice set due_at = now() - interval '1 minute' where mail_id is null`)
  const person = (id: string, more: { email?: string | null; groups?: readonly string[] } = {}) =>
    harness.pool.query(
      `with p as (insert into person (owner_id, id, name, email) values ('local', $1, $2, $3)),
       g as (insert into person_group (owner_id, id, name) select 'local', each, each from unnest($4::text[]) each on conflict do nothing)
       insert into group_member (owner_id, group_id, person_id) select 'local', each, $1 from unnest($4::text[]) each`,
      [id, `Name of ${id}`, more.email === undefined ? `${id}@example.com` : more.email, more.groups ?? []],
    )
  const open = async (workflow: string, input: object = { for: 'Zoë' }) => {
    const runId = await harness.start(workflow, input as never)
    await harness.until(runId, 'WAITING_HUMAN_INPUT')
    return runId
  }
  const noticed = (count: number) =>
    expect
      .poll(async () => (await harness.pool.query('select from mail_notice')).rowCount)
      .toBeGreaterThanOrEqual(count)
  const to = (id: string): readonly Received[] =>
    server.received.filter((mail) => mail.to.includes(`${id}@example.com`))
  const mailTo = async (id: string, count = 1): Promise<Received> => {
    await expect.poll(() => hurry().then(() => to(id).length)).toBe(count)
    return to(id).at(-1) as Received
  }
  const taskOf = async (runId: string): Promise<string> => {
    const { rows } = await harness.pool.query<{ id: string }>('select id from human_task where run_id = $1', [runId])
    return rows[0]?.id ?? ''
  }

  beforeAll(async () => {
    harness = await createHarness()
    server = await startMailServer()
    await harness.publish('ByName', [asks('Ask', { assignees: ['ana', 'nomail', 'eve'], excluded: ['eve'] })])
    await harness.publish('ByGroup', [asks('Ask', { groups: ['credit'] })])
    await harness.publish('Everybody', [asks('Ask', {})])
    await harness.publish('Late', [
      asks('Ask', {
        assignees: ['ana'],
        due_in_seconds: 3600,
        reminders: [3598],
        escalate_to: 'boss',
        escalate_after_seconds: 3,
        instructions: 'Read <b>all</b>.\nKey: hunter2',
      }),
    ])
    await person('ana')
    await person('ben', { groups: ['credit'] })
    await person('cleo', { groups: ['credit', 'auditors'] })
    await person('eve')
    await person('boss')
    await person('nomail', { email: null })
    await harness.engine()
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()))
    await harness.pool.query('delete from mail; delete from mail_notice; delete from notification_setting')
    ;(server.received as Received[]).length = 0
    server.answers.length = 0
    outcomes.length = 0
    lines.length = 0
  })
  afterAll(async () => {
    await server.close()
    await harness.close()
  })

  it('asks the assignee, with a link that opens the task, and nobody who is excluded or has no address', async () => {
    await start()
    const runId = await open('ByName')
    await open('Everybody')
    await noticed(1)
    const mail = await mailTo('ana')
    expect(mail.headers.get('subject')).toMatch(/^(=\?UTF-8\?|To decide: Loan)/)
    expect(textOf(mail)).toContain(`https://heddle.example.com/inbox?task=${await taskOf(runId)}`)
    expect(textOf(mail)).toContain('Hello Name of ana,')
    expect(htmlOf(mail)).toContain('Loan Zoë')
    expect(mail.headers.get('list-unsubscribe')).toBe('<https://heddle.example.com/settings/notifications>')
    // The outcome is noted after the receiver has taken the mail.
    await expect.poll(() => outcomes).toEqual(['sent'])
    expect(server.received).toHaveLength(1)
  })

  it('asks each member of the group by a mail of their own, and not who does not want that', async () => {
    await harness.pool.query(
      `insert into notification_setting (owner_id, person_id, kinds) values ('local', 'cleo', '{opened}')`,
    )
    await start()
    await open('ByGroup')
    await noticed(1)
    expect(textOf(await mailTo('ben'))).toContain('Your group is asked to decide.')
    expect(server.received).toHaveLength(1)
  })

  it('reminds, and tells of an escalation those to whom the task goes; no secret and no markup of a title gets out', async () => {
    await start()
    await open('Late', { for: '<script>\u202ehunter2' })
    const mail = await mailTo('ana')
    expect(textOf(mail)).toContain('[secret P]')
    expect(mail.raw + textOf(mail) + htmlOf(mail)).not.toContain('hunter2')
    expect(htmlOf(mail)).toContain('&lt;script&gt;⟨U+202E⟩')
    expect(htmlOf(mail)).toContain('Read &lt;b&gt;all&lt;/b&gt;.')
    expect(textOf(await mailTo('boss'))).toContain('It is late and was escalated to you.')
    const { rows } = await harness.pool.query(
      `select kind from mail_notice where person_id = 'ana' order by happened_at`,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['opened', 'reminded'])
  })

  it('tells a delegate, but not a person who hands the task to themselves', async () => {
    await start()
    const runId = await open('ByName')
    const handOver = (to: string, by: string) =>
      harness.pool.query(
        `with t as (update human_task set delegates = array[$2], held_by = $2 where run_id = $1 returning id, run_id)
         insert into task_event (operation_id, task_id, run_id, kind, actor, actor_name, details)
         select gen_random_uuid(), id, run_id, 'delegated', $3, $3, json_build_object('to', $2::text) from t`,
        [runId, to, by],
      )
    await handOver('ben', 'ben')
    await handOver('ben', 'ana')
    expect(textOf(await mailTo('ben'))).toContain('Somebody handed it to you.')
    // Ana is not asked any more: the mail about the opening is dropped.
    await expect.poll(() => outcomes.toSorted()).toEqual(['dropped', 'sent'])
    expect(to('ana')).toEqual([])
  })

  it('gathers many tasks in one mail, the next of which waits for the pace of the person', async () => {
    await start()
    const runs = await Promise.all(Array.from({ length: 25 }, () => open('ByName')))
    await noticed(runs.length)
    const mail = await mailTo('ana')
    expect(mail.headers.get('subject')).toBe('25 tasks wait for you')
    expect(textOf(mail)).toContain('5 more tasks in your inbox: https://heddle.example.com/inbox')
    await open('ByName')
    await noticed(runs.length + 1)
    await hurry()
    await expect
      .poll(
        async () =>
          (
            await harness.pool.query(
              `select from mail_notice where mail_id is null and due_at > now() + interval '4 minutes'`,
            )
          ).rowCount,
      )
      .toBe(1)
    expect(to('ana')).toHaveLength(1)
    await harness.pool.query(`update mail set created_at = now() - interval '6 minutes'`)
    await mailTo('ana', 2)
  })

  it('keeps a mail back in the quiet hours of the person', async () => {
    await harness.pool.query(
      `insert into notification_setting (owner_id, person_id, kinds, quiet)
       values ('local', 'ana', '{opened}', '{"from": "00:00", "to": "00:00", "days": [0,1,2,3,4,5,6]}')`,
    )
    await start()
    await open('ByName')
    await noticed(1)
    await hurry()
    await expect
      .poll(
        async () =>
          (await harness.pool.query(`select from mail_notice where due_at > now() + interval '1 day'`)).rowCount,
      )
      .toBe(1)
    expect(server.received).toEqual([])
  })

  it('tries again with the same id after an error, and keeps what was refused as failed, with the reason', async () => {
    server.answers.push('fail', 'take', 'refuse')
    await start()
    await open('ByName')
    await mailTo('ana')
    expect(outcomes).toEqual(['postponed', 'sent'])
    await harness.pool.query(`update mail set created_at = now() - interval '6 minutes'`)
    await open('ByName')
    await expect.poll(() => hurry().then(() => outcomes.at(-1))).toBe('failed')
    const { rows } = await harness.pool.query(`select state, reason, attempts from mail order by created_at, id`)
    expect(rows).toMatchObject([
      { state: 'sent', attempts: 2 },
      { state: 'failed', attempts: 1, reason: expect.stringContaining('554') },
    ])
    expect(lines.join('\n')).toContain('given up')
  })

  it('forgets nothing over a restart, and tells nothing twice', async () => {
    server.answers.push('fail')
    const first = await start()
    await open('ByName')
    await expect.poll(() => hurry().then(() => outcomes.length)).toBe(1)
    await first.stop()
    await open('ByGroup')
    await start()
    await mailTo('ana')
    await mailTo('ben')
    await mailTo('cleo')
    expect(server.received).toHaveLength(3)
    expect(new Set(server.received.map(({ headers }) => headers.get('message-id'))).size).toBe(3)
  })

  it('says nothing of a task that was decided before the mail went out', async () => {
    await start()
    const runId = await open('ByName')
    await noticed(1)
    await harness.pool.query(`update human_task set status = 'decided' where run_id = $1`, [runId])
    await expect.poll(() => hurry().then(() => outcomes)).toEqual(['dropped'])
    expect(server.received).toEqual([])
  })

  it('sends nothing to a person who turns mail off, also while a notice waits', async () => {
    const off = `insert into notification_setting (owner_id, person_id, kinds, pace) values ('local', $1, '{opened}', 'off')`
    await start()
    await open('ByName')
    await noticed(1)
    await harness.pool.query(off, ['ana'])
    await expect.poll(() => hurry().then(() => outcomes)).toEqual(['dropped'])
    await open('ByName')
    await open('ByGroup')
    await mailTo('ben')
    const { rows } = await harness.pool.query(`select from mail_notice where person_id = 'ana'`)
    expect(rows).toHaveLength(1)
    expect(to('ana')).toEqual([])
  })
})
