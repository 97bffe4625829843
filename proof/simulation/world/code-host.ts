import type { Json } from '#core/json.ts'
import { endsAfter, historyUpTo } from '#core/run/code/history.ts'
import type { Delivered } from '#core/run/code/replay.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunHeader } from '#core/run/state.ts'
import { inside, openBody } from '#sdk/testing/driven-body.ts'
import { defineWorkflow, type WorkflowDefinition } from '#sdk/workflow/index.ts'
import { InstanceCache } from '#server/engine/executor/code/instance-cache.ts'
import type { CodeDelivery, CodeRunner, Store } from '#server/engine/ports.ts'
import { codeBody, type DrawnCode } from '../draw/code.ts'
import type { Process } from './process.ts'
import type { World } from './world.ts'

/** Few enough that instances are dropped for want of room. */
const MOST_KEPT = 3

const workflows = new WeakMap<DrawnCode, WorkflowDefinition>()

function workflowOf({ draw }: Pick<World, 'draw'>, name: string): WorkflowDefinition {
  const drawn = draw.codes.find(({ workflow }) => workflow === name)
  if (drawn === undefined) throw new Error(`There is no code of ${name}.`)
  const known = workflows.get(drawn) ?? defineWorkflow({ type: name }, codeBody(drawn))
  workflows.set(drawn, known)
  return known
}

/** Bodies run one after the other: the module of the bodies knows one current instance. */
let turn: Promise<unknown> = Promise.resolve()

function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  const result = turn.then(act)
  turn = result.catch(() => undefined)
  return result
}

type Body = ReturnType<typeof openBody>

function openOf(world: Pick<World, 'draw'>, header: RunHeader, history: readonly RunEvent[]): Body {
  return openBody(workflowOf(world, header.workflow), { header }, history)
}

/** The answer of a body that has seen nothing to its whole history. */
export async function replayed(
  world: Pick<World, 'draw'>,
  header: RunHeader,
  history: readonly RunEvent[],
  upToSeq = Number.POSITIVE_INFINITY,
): Promise<Delivered> {
  const { instance, replay } = openOf(world, header, history)
  return await inTurn(() =>
    inside(instance, () => replay.deliver({ ...historyUpTo(history, upToSeq), endsAfter: endsAfter(history) })),
  )
}

/**
 * The host of code in one process, in virtual time: the real instances, replays and cache of instances, without threads.
 * Its instances end with their process; it loses them, and deliveries, by chance.
 */
export function createCodeHost(store: Pick<Store, 'readEvents'>, process: Process, world: World): CodeRunner {
  const { random } = process
  const { schedule } = world
  const kept = new InstanceCache<Body>(MOST_KEPT)
  const hasLosses = world.draw.happenings.some(({ kind }) => kind === 'store_loss')

  const answerOf = async ({ header, effect }: CodeDelivery): Promise<Delivered> => {
    const { fromSeq, upToSeq, news, again } = effect
    const { run_id: runId } = header
    const found = again ? undefined : kept.take(runId)
    if (found !== undefined && found.seq === fromSeq && fromSeq > 0) {
      world.saw('instance kept from delivery to delivery')
      const { value } = found
      const delivered = await inTurn(() =>
        inside(value.instance, () => value.replay.deliver({ commands: [], news, seen: 0 })),
      )
      if (delivered.outcome.kind === 'blocked') kept.put(runId, upToSeq, value)
      if (!hasLosses && world.strikes('instance_compared', random)) await compare(world, header, upToSeq, delivered)
      return delivered
    }
    const read = await store.readEvents(runId)
    world.saw('code replayed over its log')
    const fresh = openOf(world, header, read)
    const delivered = await inTurn(() => inside(fresh.instance, () => fresh.replay.deliver(historyUpTo(read, upToSeq))))
    if (delivered.outcome.kind === 'blocked') kept.put(runId, upToSeq, fresh)
    return delivered
  }

  return {
    async deliver(delivery) {
      const { task, attempt, upToSeq } = delivery.effect
      world.note(`${process.name} runs the code of ${delivery.header.run_id}, delivery ${task} ${attempt}`)
      if (world.strikes('instances_lost', random)) kept.clear()
      const isLost = world.strikes('code_host_lost', random)
      if (isLost) kept.clear()
      const answer = isLost ? lost : await answerOf(delivery)
      const takesMs = random.next() * world.draw.callMs
      const command = { type: 'code_task_ended', task, attempt, up_to_seq: upToSeq, ...answer } as const
      return await new Promise((resolve) => {
        schedule.at(schedule.now + takesMs, () => process.deliver(() => resolve(command)))
      })
    },
    forget: () => kept.clear(),
    close: () => Promise.resolve(),
  }
}

const lost: Delivered = {
  commands: [],
  notes: [],
  outcome: { kind: 'lost', error: { code: 'CODE_HOST_LOST', message: 'The thread of the code ended.' } },
  unread: 0,
}

/** A kept instance and a fresh one give one answer to the same news. */
async function compare(world: World, header: RunHeader, upToSeq: number, kept: Delivered): Promise<void> {
  const { run_id: runId } = header
  const fresh = await replayed(world, header, await world.store.readEvents(runId), upToSeq)
  if (textOf(kept) === textOf(fresh)) return
  const what = `a kept instance of run ${runId} answers ${textOf(kept)}, a fresh one ${textOf(fresh)}`
  world.violate({ invariant: 9, what })
}

function textOf({ commands, notes, outcome, unread }: Delivered): string {
  return JSON.stringify([commands, notes, withoutStack(outcome), unread] as unknown as Json)
}

/** The frames above a body differ by how it was called. */
function withoutStack(outcome: Delivered['outcome']): unknown {
  if (outcome.kind !== 'failed') return outcome
  const { stack: _, ...failure } = outcome.failure
  return { ...outcome, failure }
}
