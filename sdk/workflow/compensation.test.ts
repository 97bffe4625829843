import { expect, it } from 'vitest'
import { CancellationScope, compensateWith, isCancellation, sleep } from './index.ts'
import { begun, fetchUser, mail, pay } from './testing/begun-body.ts'
import type { BodyRun } from './testing/body-run.ts'

/** Pays and mails, each with what undoes it, and then fails. */
const buys = async () => {
  const receipt = await pay(5)
  compensateWith(mail, [`refund ${receipt}`])
  const { name } = await fetchUser(7)
  compensateWith(mail, [`sorry ${name}`])
  await sleep(1_000)
  throw new Error('Nothing is left.')
}

/** Plays the body to its end; `isCrashing`: the host and the state are lost between all steps. */
async function bought(isCrashing: boolean): Promise<BodyRun> {
  const run = await begun(buys)
  const crash = () => {
    if (isCrashing) run.crash()
  }
  crash()
  await run.complete('pay#1', 'r1')
  crash()
  await run.complete('fetchUser#3', { name: 'Ana' })
  crash()
  await run.fire('sleep#5')
  crash()
  await run.complete('compensation:mail#4')
  crash()
  await run.complete('compensation:mail#2')
  return run
}

it('registers an activity with its arguments, which the run calls in reverse order when the body fails', async () => {
  const run = await bought(false)
  expect(run.state.outcome).toMatchObject({ status: 'FAILED_ROLLED_BACK', error: { message: 'Nothing is left.' } })
  const registered = run.history.flatMap((event) =>
    event.type === 'workflow.compensation.registered' ? [[event.step, event.payload.with]] : [],
  )
  expect(registered).toEqual([
    ['compensation:mail#2', ['refund r1']],
    ['compensation:mail#4', ['sorry Ana']],
  ])
})

it('has the same history when all is lost between any two steps', async () => {
  expect((await bought(true)).history).toEqual((await bought(false)).history)
})

it('is a command of its own: code that registers something else breaks the history', async () => {
  const run = await begun(buys)
  await run.complete('pay#1', 'r1')
  run.replaceCode({
    kind: 'heddle.workflow',
    options: { type: 'Messages' },
    body: async () => {
      await pay(5)
      compensateWith(pay, [5])
      await fetchUser(7)
    },
  })
  run.end('fetchUser#3', { name: 'Ana' })
  await run.deliver()
  expect(run.state.outcome?.error?.message).toBe(
    'command 2: history has compensation mail, code asks for compensation pay',
  )
})

it('may be registered after the body was asked to end, for what was done before', async () => {
  const run = await begun(async () => {
    try {
      await sleep(1_000)
    } catch (error) {
      if (!isCancellation(error)) throw error
      compensateWith(mail, ['undo'])
      await CancellationScope.nonCancellable(() => pay(0))
      throw error
    }
  })
  run.send({ type: 'cancel', actor: { id: 'ana' }, compensate: true })
  await run.deliver()
  await run.complete('pay#3')
  await run.complete('compensation:mail#2')
  expect(run.state.outcome?.status).toBe('CANCELLED')
})

it('takes activities of proxyActivities alone', async () => {
  const run = await begun(async () => compensateWith(async (_: string) => undefined, ['x']))
  expect(run.state.outcome?.error).toMatchObject({ code: 'NOT_AN_ACTIVITY' })
})
